"""Write into README.md what code and measurements say: tables of observations, actions, exact values and libraries, the picture.

python scripts/update_readme.py            write them
python scripts/update_readme.py --check    only say whether they are up to date (exit code 1 if not)
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import sy_env
from sy_env.london.position import LogEntry

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
EXACT = ROOT / "configs" / "benchmark" / "exact.json"  # written by scripts/exploitability.py
RESULTS = ROOT / "tests" / "libraries" / "results.json"
PICTURE = ROOT / "sy_env" / "render" / "example.svg"


def filled(text: str, name: str, content: str) -> str:
    """`text` with `content` between the lines `<!-- name -->` and `<!-- end -->`."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise SystemExit(f"README.md has no block <!-- {name} --> ... <!-- end -->, or several.")
    return pattern.sub(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", text)


def readme() -> str:
    """README.md with its tables as the code and the results have them now."""
    game = sy_env.make_game("classic")
    text = filled(README.read_text(encoding="utf-8"), "observation-table", game.layout.table())
    text = filled(text, "exact-table", exact_table(json.loads(EXACT.read_text(encoding="utf-8"))))
    text = filled(text, "action-table", game.actions.table())
    return filled(text, "library-table", library_table())


def library_table() -> str:
    """What scripts/check_libraries.py has measured, as a Markdown table."""
    rows = ["| library | version | how to get in | gymnasium / pettingzoo | seen to work |", "|---|---|---|---|---|"]
    for row in json.loads(RESULTS.read_text(encoding="utf-8")).values():
        pair = f"{row['gymnasium']} / {row['pettingzoo']}"
        seen = " and ".join(name for name in ("test", "example") if row[name]) or "no"
        rows.append(f"| {row['title']} | {row['version']} | {row['door']} | {pair} | {seen} |")
    return "\n".join(rows)


def exact_table(rows: list[dict[str, Any]]) -> str:
    """Small games with their values, and what policies give away in them: as Mister X / as detectives."""
    names = list(dict.fromkeys(found["policy"] for row in rows for found in row["policies"]))
    head = ["arguments", "histories", "information sets", "value", *(f"`{_short(name)}`" for name in names)]
    lines = [head, ["---"] * len(head)]
    for row in sorted(rows, key=lambda row: row["histories"]):
        options = f" --options '{json.dumps(row['options'])}'" if row["options"] else ""
        sizes = [f"{row['histories']:,}", f"{row['mrx_states']:,} / {row['detectives_states']:,}", f"{row['value']:.4f}"]
        lines.append([f"`--edition {row['edition']}{options}`", *sizes, *(_given_away(row, name) for name in names)])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _short(name: str) -> str:
    return "pretrained" if "pretrained" in name else name


def _given_away(row: dict[str, Any], name: str) -> str:
    by_role = {
        found["role"]: f"{abs(round(found['exploitability'], 3)):.3f}" for found in row["policies"] if found["policy"] == name
    }
    return f"{by_role['mrx']} / {by_role['detectives']}" if len(by_role) == 2 else ""


def picture() -> str:
    """A game in round 9 as the detectives see it: Mister X showed himself on 128 and has gone on by bus."""
    from sy_env.render import svg

    tickets = ("taxi", "taxi", "bus", "taxi", "black", "taxi", "taxi", "bus", "bus")
    log = [LogEntry(ticket) for ticket in tickets]
    log[2] = LogEntry("bus", 154, shown=True)
    log[7] = LogEntry("bus", 128, shown=True)
    log[8] = LogEntry("bus", 142)
    stations = (142, 113, 160, 187, 116, 88)
    spent = {
        f"detective_{i}": (10 - a, 8 - b, 4 - c)
        for i, (a, b, c) in enumerate([(5, 2, 1), (4, 3, 1), (5, 3, 0), (6, 1, 1), (4, 3, 1)])
    }
    position = sy_env.Position(
        stations, {"mrx_0": (24, 11, 7, 4, 2), **spent}, round=9, to_move="pursuers", log=log, possible=(135, 142, 161, 199)
    )
    batch = sy_env.make_batch("classic", 1, reveal_index="move", reveal_set=(3, 8, 13, 18, 24), double_return="allow")
    batch.place(0, position)
    return svg(batch.game.scene(batch.games[0], "detectives"))


def main() -> None:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if something is out of date")
    check = parser.parse_args().check
    stale = [path.name for path, content in ((README, readme()), (PICTURE, picture())) if _differs(path, content, check)]
    print(f"{'Out of date' if check else 'Written'}: {', '.join(stale) or 'nothing'}")
    sys.exit(1 if check and stale else 0)


def _differs(path: Path, content: str, check: bool) -> bool:
    if path.exists() and path.read_text(encoding="utf-8") == content:
        return False
    if not check:
        path.write_text(content, encoding="utf-8")
    return True


if __name__ == "__main__":
    main()
