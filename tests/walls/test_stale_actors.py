"""A procedure holds ids across a question, never actors: what it looked up before may have changed."""

import ast
from collections.abc import Iterator

import pytest

FOLDERS = ("engine/rulesets/", "engine/tactics/")

Held = dict[str, bool]  # local name of an actor -> whether a question was asked since the look-up


class StaleReads:
    """Follows one function and collects the lines that read an actor looked up before a question."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.lines: set[int] = set()
        self._jumps: list[list[Held]] = []  # per open loop: what is held at each break and continue
        self._block(function.body, {})

    def _block(self, statements: list[ast.stmt], held: Held) -> Held:
        for statement in statements:
            held = self._statement(statement, held)
        return held

    def _statement(self, node: ast.stmt, held: Held) -> Held:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return held  # followed on its own
            case ast.Assign(targets=targets, value=value):
                return self._assign(targets, value, held)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self._assign([target], value, held)
            case ast.For() | ast.While():
                return self._loop(node, held)
            case ast.Return() | ast.Raise():
                self._expression(node, held)
                return {}
            case ast.Break() | ast.Continue():
                self._jumps[-1].append(held)
                return {}
            case ast.If(test=test, body=body, orelse=orelse):
                held = self._expression(test, held)
                return _join(self._block(body, dict(held)), self._block(orelse, dict(held)))
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
                caught = _all_stale(held) if _asks(body) else held
                ends = [self._block(handler.body, dict(caught)) for handler in handlers]
                ends.append(self._block(orelse, self._block(body, dict(held))))
                return self._block(finalbody, _join(*ends))
            case ast.With(items=items, body=body):
                for item in items:
                    held = self._expression(item.context_expr, held)
                return self._block(body, held)
            case ast.Match(subject=subject, cases=cases):
                held = self._expression(subject, held)
                return _join(held, *(self._block(case.body, dict(held)) for case in cases))
            case _:
                return self._expression(node, held)

    def _loop(self, node: ast.For | ast.While, held: Held) -> Held:
        head = node.iter if isinstance(node, ast.For) else node.test
        held = self._expression(head, held)
        self._jumps.append([])
        for _ in range(2):  # the second time round meets what the first one left
            again = self._block(node.body, dict(held))
            held = _join(held, again, *self._jumps[-1])
            if isinstance(node, ast.While):
                held = self._expression(head, held)
        self._jumps.pop()
        return self._block(node.orelse, held)

    def _assign(self, targets: list[ast.expr], value: ast.expr, held: Held) -> Held:
        held = dict(self._expression(value, held))
        for target in targets:
            for name, part in _pairs(target, value):
                held.pop(name, None)
                if _is_lookup(part):
                    held[name] = False
        return held

    def _expression(self, node: ast.AST, held: Held) -> Held:
        for child in ast.iter_child_nodes(node):
            held = self._expression(child, held)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and held.get(node.id):
            self.lines.add(node.lineno)
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return _all_stale(held)
        if isinstance(node, ast.NamedExpr):
            return {**held, node.target.id: False} if _is_lookup(node.value) else held
        return held


def _all_stale(held: Held) -> Held:
    return dict.fromkeys(held, True)


def _asks(body: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for part in body for node in ast.walk(part))


def _join(*states: Held) -> Held:
    return {name: any(state.get(name, False) for state in states) for state in states for name in state}


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple):
        parts = value.elts if isinstance(value, ast.Tuple) else [value] * len(target.elts)
        for one, part in zip(target.elts, parts, strict=False):
            yield from _pairs(one, part)


def _is_lookup(node: ast.expr) -> bool:
    """Return whether this is ``draft[...]`` or ``self.draft[...]``."""
    if not isinstance(node, ast.Subscript):
        return False
    return ast.unparse(node.value).rpartition(".")[2] in {"draft", "_draft"}


def stale_reads(tree: ast.AST) -> list[int]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return sorted(line for function in functions for line in StaleReads(function).lines)


def test_procedures_hold_no_stale_actors(modules):
    found = {
        path: lines
        for path, tree in modules.items()
        if path.startswith(FOLDERS) and (lines := stale_reads(tree))
    }
    assert found == {}


STALE = {
    "plain": "a = draft[i]\nyield q\nprint(a.hp)",
    "yield from": "a = draft[i]\nx = yield from ask(q)\nprint(a.hp)",
    "same line": "a = draft[i]\nprint((yield q), a.hp)",
    "loop": "a = draft[i]\nwhile a.hp:\n    yield q",
    "loop body": "a = draft[i]\nfor j in js:\n    print(a)\n    yield q",
    "one branch": "a = draft[i]\nif x:\n    yield q\nprint(a)",
    "tuple": "a, b = draft[i], draft[j]\nyield q\nprint(b)",
    "annotated": "a: Actor = draft[i]\nyield q\nprint(a)",
    "attribute": "a = self.draft[i]\nyield q\nprint(a)",
    "walrus": "if (a := draft[i]).hp:\n    yield q\n    print(a)",
    "handler": "a = draft[i]\ntry:\n    yield q\nexcept E:\n    print(a)",
    "handler of a return": "a = draft[i]\ntry:\n    yield q\n    return\nexcept E:\n    print(a)",
    "continue": "a = draft[i]\nfor j in js:\n    if j:\n        yield q\n        continue\n    print(a)",
    "break": "a = draft[i]\nfor j in js:\n    yield q\n    break\nprint(a)",
    "match": "a = draft[i]\nmatch x:\n    case 1:\n        yield q\nprint(a)",
}
FRESH = {
    "looked up again": "a = draft[i]\nyield q\na = draft[i]\nprint(a)",
    "read before": "a = draft[i]\nprint(a)\nyield q",
    "argument of the question": "a = draft[i]\nx = yield from ask(a.name)\nprint(x)",
    "in the loop": "for j in js:\n    a = draft[j]\n    print(a)\n    yield q",
    "a number": "hp = draft[i].hp\nyield q\nprint(hp)",
    "branch that returns": "a = draft[i]\nif x:\n    yield q\n    return\nprint(a)",
    "other branch": "a = draft[i]\nif x:\n    yield q\nelse:\n    print(a)",
}


def procedure(body: str) -> ast.AST:
    return ast.parse("def f(draft, i, j):\n" + "".join(f"    {line}\n" for line in body.split("\n")))


@pytest.mark.parametrize("body", STALE.values(), ids=STALE)
def test_a_stale_read_is_found(body):
    assert stale_reads(procedure(body))


@pytest.mark.parametrize("body", FRESH.values(), ids=FRESH)
def test_a_fresh_read_is_left_alone(body):
    assert stale_reads(procedure(body)) == []
