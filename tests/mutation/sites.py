"""Finds the places of the library's headers where a small change can be made, as libclang parses them."""
import dataclasses
import hashlib
import re

from clang.cindex import CursorKind, Index, TranslationUnitLoadError

COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
SUMS = {"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",)}
LOGIC = {"&&": ("||",), "||": ("&&",)}
ASSIGNMENTS = {"+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",)}
# A term of each is dropped; of a difference, a quotient or a remainder only the second.
BOTH_DROP = ("+", "*", "&&", "||")
SECOND_DROPS = ("-", "/", "%")
NAMES = {"min": "max", "max": "min", "all_of": "any_of", "any_of": "all_of", "none_of": "any_of", "floor": "ceil", "ceil": "floor",
         "add": "multiply", "multiply": "add"}

NAMING = (CursorKind.DECL_REF_EXPR, CursorKind.OVERLOADED_DECL_REF, CursorKind.MEMBER_REF_EXPR)
STATEMENTS = (CursorKind.CALL_EXPR, CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, CursorKind.UNARY_OPERATOR,
              CursorKind.UNEXPOSED_EXPR)
LEAVING = (CursorKind.RETURN_STMT, CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT, CursorKind.COMPOUND_STMT)
FUNCTIONS = (CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR,
             CursorKind.CONVERSION_FUNCTION, CursorKind.LAMBDA_EXPR)
VARIABLES = (CursorKind.VAR_DECL,)


@dataclasses.dataclass(frozen=True)
class Change:
    """One change: these bytes of a header become others."""

    file: str  # under include/
    begin: int
    end: int
    now: str
    kind: str
    is_record: bool  # a figure of a catalogue, a published model or a headline, and no code
    whole: tuple  # where the expression or statement that it is a part of begins and ends
    form: str  # of the whole: "expression", "condition", which is a bool whatever its parts are, or "statement"

    def apply(self, text):
        return text[: self.begin] + self.now.encode() + text[self.end :]

    def lines(self, text):
        """The lines it changes, before and after, without line breaks and indentation."""
        first = text.rfind(b"\n", 0, self.begin) + 1
        last = text.find(b"\n", self.end)
        last = len(text) if last < 0 else last
        was = text[first:last]
        now = text[first : self.begin] + self.now.encode() + text[self.end : last]
        return " ".join(was.decode().split()), " ".join(now.decode().split())

    def line(self, text):
        return text.count(b"\n", 0, self.begin) + 1


def order_of(seed, change, text, repeated):
    """Where a change stands in the order of a seed: at random, and unmoved by edits elsewhere."""
    was, now = change.lines(text)
    return hashlib.sha256(f"{seed}\0{change.file}\0{was}\0{now}\0{repeated}".encode()).hexdigest()


class Finder:
    def __init__(self, root, options):
        self.include = root / "include"
        self.options = options
        self.texts = {}
        self.found = {}

    def find(self, is_wanted):
        """All changes of the headers that are wanted, in the order of files and places."""
        headers = sorted(str(path.relative_to(self.include)) for path in self.include.rglob("*.[hi]pp"))
        source = "".join(f"#include <{header}>\n" for header in headers if header.endswith(".hpp"))
        try:
            unit = Index.create().parse("all.cpp", self.options, unsaved_files=[("all.cpp", source)])
        except TranslationUnitLoadError as error:
            raise SystemExit(f"the headers cannot be parsed: {error}")
        errors = [str(each) for each in unit.diagnostics if each.severity >= 3]
        if errors:
            raise SystemExit("the headers do not compile:\n" + "\n".join(errors[:5]))
        for header in filter(is_wanted, headers):
            self.texts[str(self.include / header)] = (header, (self.include / header).read_bytes())
        for cursor in unit.cursor.get_children():
            if cursor.location.file is not None and cursor.location.file.name in self.texts:
                self.visit(cursor, in_function=False, in_variable=False, call=None)
        return sorted(self.found.values(), key=lambda change: (change.file, change.begin, change.end, change.now))

    def text_of(self, cursor):
        return self.text[cursor.extent.start.offset : cursor.extent.end.offset].decode()

    def add(self, begin, end, now, kind, whole, form="expression"):
        if self.text[begin:end].decode() != now:
            change = Change(self.header, begin, end, now, kind, self.is_record, (whole.start.offset, whole.end.offset), form)
            self.found.setdefault((self.header, begin, end, now), change)

    def replace(self, cursor, now, kind, form="expression"):
        self.add(cursor.extent.start.offset, cursor.extent.end.offset, now, kind, cursor.extent, form)

    def visit(self, cursor, in_function, in_variable, call):
        in_function = in_function or (cursor.kind in FUNCTIONS and not in_variable)
        in_variable = in_variable or (cursor.kind in VARIABLES and not in_function)
        children = [c for c in cursor.get_children() if c.location.file is not None and c.location.file.name in self.texts]
        if cursor.kind == CursorKind.CALL_EXPR:
            call = cursor
        for child in children:
            self.visit(child, in_function, in_variable, call)
        file = cursor.extent.start.file
        if file is None or file.name not in self.texts or not (in_function or in_variable or cursor.kind.is_expression()):
            return
        self.header, self.text = self.texts[file.name]
        self.is_record = in_variable
        kind = cursor.kind
        if kind == CursorKind.INTEGER_LITERAL:
            self.integer(cursor)
        elif kind == CursorKind.FLOATING_LITERAL:
            self.floating(cursor)
        elif kind == CursorKind.CXX_BOOL_LITERAL_EXPR:
            self.replace(cursor, "false" if self.text_of(cursor) == "true" else "true", "constant")
        elif kind in NAMING:
            self.name(cursor, call or cursor)
        if kind == CursorKind.COMPOUND_STMT:
            self.statements(children)
        elif kind in (CursorKind.IF_STMT, CursorKind.WHILE_STMT):
            self.condition(children)
        elif kind == CursorKind.CONDITIONAL_OPERATOR and len(children) == 3:
            self.condition(children)
            first, yes, no = (self.text_of(c) for c in children)
            self.replace(cursor, f"{first} ? {no} : {yes}", "branches swapped")
        elif kind.is_expression() and kind != CursorKind.LAMBDA_EXPR and children:
            self.unary(cursor, children)
            self.binary(cursor, children)

    def integer(self, cursor):
        text = self.text_of(cursor)
        if re.fullmatch(r"[0-9][0-9']*", text):
            value = int(text.replace("'", ""))
            self.replace(cursor, str(value + 1), "constant")
            if value > 0:
                self.replace(cursor, str(value - 1), "constant")

    def floating(self, cursor):
        text = self.text_of(cursor)
        try:
            value = float(text.replace("'", ""))
        except ValueError:
            return
        self.replace(cursor, repr(value + 1 if value < 1e6 else value * 2), "constant")

    def name(self, cursor, call):
        at = cursor.location.offset
        for was, now in NAMES.items():
            if re.match(rb"%s\b(?!\s*<?\w*>?\s*::)" % was.encode(), self.text[at:]):
                self.add(at, at + len(was), now, "function", call.extent)

    def statements(self, children):
        for child in children:
            text = self.text_of(child)
            if child.kind in STATEMENTS:
                self.replace(child, "", "statement removed", "statement")
            elif child.kind == CursorKind.IF_STMT and text.startswith("if (") and not re.search(r"\belse\b", text):
                inner = list(child.get_children())
                if inner and inner[-1].kind in LEAVING + STATEMENTS:
                    self.replace(child, "", "statement removed", "statement")

    def condition(self, children):
        """A condition that is one name or call is also asked the other way round; comparisons are changed as such."""
        for child in children:
            if child.kind.is_expression():
                self.negate(child)
                return

    def negate(self, cursor):
        text = self.text_of(cursor)
        simple = cursor.kind in (CursorKind.CALL_EXPR, CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.UNEXPOSED_EXPR)
        if simple and not text.startswith("!") and re.fullmatch(r"[\w.:]+(->[\w.:]+)*(\(.*\))?", text, re.DOTALL):
            self.replace(cursor, f"!({text})", "negation added", "condition")

    def unary(self, cursor, children):
        text = self.text_of(cursor)
        if text[:1] in ("!", "-") and children[-1].extent.start.offset > cursor.extent.start.offset and len(children) <= 2:
            operand = self.text_of(children[-1])
            if text[1:].lstrip() == operand:
                self.replace(cursor, operand, "negation dropped", "condition" if text[0] == "!" else "expression")

    def binary(self, cursor, children):
        """Built-in and overloaded operators alike: two operands, and between them nothing but the operator."""
        first, last = children[0], children[-1]
        begin, end = first.extent.end.offset, last.extent.start.offset
        if len(children) < 2 or first.extent.start.offset != cursor.extent.start.offset:
            return
        if last.extent.end.offset != cursor.extent.end.offset:
            if self.text_of(cursor).endswith("]") and self.text[begin:end].strip() == b"[":
                self.index(last)
            return
        if begin >= end:
            return
        operator = self.text[begin:end].decode().strip()
        at = begin + self.text[begin:end].decode().index(operator) if operator else begin
        form = "condition" if operator in LOGIC else "expression"
        for table, kind in ((COMPARISONS, "comparison"), (SUMS, "arithmetic"), (LOGIC, "logic"), (ASSIGNMENTS, "arithmetic")):
            for now in table.get(operator, ()):
                self.add(at, at + len(operator), now, kind, cursor.extent, form)
        if operator in BOTH_DROP + SECOND_DROPS:
            self.replace(cursor, self.text_of(first), "term dropped", form)
        if operator in BOTH_DROP:
            self.replace(cursor, self.text_of(last), "term dropped", form)
        if operator in LOGIC:
            self.negate(first)
            self.negate(last)

    def index(self, cursor):
        text = self.text_of(cursor)
        if cursor.kind != CursorKind.INTEGER_LITERAL and text:
            self.replace(cursor, f"({text}) + 1", "index")
            self.replace(cursor, "0", "index")
