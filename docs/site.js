// SPDX-License-Identifier: BSL-1.0
// Code and tables that are wider than their place are scrolled by keys, too. The theme makes stops of code, of none where no pointer
// hovers, and takes others away: what it changes is looked at again.
function letKeysScroll() {
  for (const each of document.querySelectorAll("pre > code, .md-typeset__scrollwrap"))
    if (each.scrollWidth > each.clientWidth && each.tabIndex < 0) each.tabIndex = 0;
}
addEventListener("load", letKeysScroll);
addEventListener("resize", letKeysScroll);
new MutationObserver(letKeysScroll).observe(document.body, {subtree: true, childList: true, attributeFilter: ["tabindex"]});
// Search is a dialog, and has a name as one.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
