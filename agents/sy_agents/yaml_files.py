"""YAML files that say what to do: read into checked models, refused with the name of the key that is wrong."""

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError


class Checked(BaseModel):
    """A model that knows all its keys and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=Checked)


def read_yaml(path: Path, model: type[Model]) -> Model:
    """What a YAML file says; an empty one leaves all at its defaults.

    Raises:
        ValueError: the file cannot be read, or a key or value is wrong; the message names file, key and value.
    """
    try:
        return model.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")) or {})
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ValueError(f"{path}: {error}") from error
