"""Where code among words and names in headings are broken on a narrow screen: behind their signs, and within no option or date of a table.
A hook of mkdocs."""
import re

CODE = re.compile(r"<pre.*?</pre>|<code>[^<]*</code>", re.S)
HEADING = re.compile(r"(<h[1-4][^>]*>)([^<]+)")
SIGN = re.compile(r"::|[_/](?=\w)|,(?=\S)")
DATE = re.compile(r"(?<=<td>)\d{4}-\d\d(-\d\d)?(?=</td>)")
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")


def breakable(code):
    if code.startswith("<pre"):
        return code
    inner = SIGN.sub(r"\g<0><wbr>", code[len("<code>"):-len("</code>")])
    return "<code>" + OPTION.sub(r'<span class="whole">\g<0></span>', inner) + "</code>"


def on_post_page(output, **_):
    output = HEADING.sub(lambda found: found[1] + SIGN.sub(r"\g<0><wbr>", found[2]), output)
    output = DATE.sub(r'<span class="whole">\g<0></span>', output)
    return CODE.sub(lambda found: breakable(found[0]), output)
