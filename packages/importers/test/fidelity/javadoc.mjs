/** An API reference as Javadoc writes it. */

const around = (
  root,
  title,
  body
) => `<!DOCTYPE HTML><html lang="en"><head><title>${title}</title></head><body class="class-declaration-page">
<div class="flex-box"><header role="banner" class="flex-header"><nav role="navigation"><div class="top-nav" id="navbar-top"><ul id="navbar-top-firstrow" class="nav-list" title="Navigation"><li><a href="${root}index.html">Overview</a></li><li class="nav-bar-cell1-rev">Class</li><li><a href="${root}help.html">Help</a></li></ul></div><div class="sub-nav"><ul class="sub-nav-list"><li>Summary:&nbsp;</li><li><a href="#method-summary">Method</a></li></ul></div></nav></header>
<div class="flex-content"><main role="main">${body}</main><footer role="contentinfo"><hr><p class="legal-copy"><small>Copyright 2031</small></p></footer></div></div></body></html>`

const type = (kind, name, body) =>
  `<div class="header"><div class="sub-title"><span class="package-label-in-type">Package</span>&nbsp;<a href="package-summary.html">org.quarry</a></div><h1 title="${kind} ${name}" class="title">${kind} ${name}</h1></div>${body}`

const member = (name, signature, body) =>
  `<li><section class="detail" id="${name}()"><h3>${name}</h3><div class="member-signature"><span class="modifiers">public</span>&nbsp;<span class="return-type">void</span>&nbsp;<span class="element-name">${signature}</span></div>${body}</section></li>`

const files = {
  "index.html": around(
    "",
    "Overview (Quarry 4)",
    '<div class="header"><h1 class="title">Quarry 4</h1></div><div class="block">Cuts stone.</div><div class="caption"><span>Packages</span></div><div class="summary-table two-column-summary"><div class="table-header col-first">Package</div><div class="table-header col-last">Description</div><div class="col-first even-row-color"><a href="org/quarry/package-summary.html">org.quarry</a></div><div class="col-last even-row-color"><div class="block">Saws and wedges.</div></div></div>'
  ),
  "org/quarry/package-summary.html": around(
    "../../",
    "org.quarry (Quarry 4)",
    '<div class="header"><h1 title="Package org.quarry" class="title">Package org.quarry</h1></div><section class="package-description"><div class="package-signature">package <span class="element-name">org.quarry</span></div><div class="block">Saws and wedges.</div></section><section class="summary"><ul class="summary-list"><li><div id="class-summary"><div class="caption"><span>Classes</span></div><div class="summary-table two-column-summary"><div class="table-header col-first">Class</div><div class="table-header col-last">Description</div><div class="col-first"><a href="Saw.html">Saw</a></div><div class="col-last"><div class="block">A saw.</div></div><div class="col-first"><a href="Wedge.html">Wedge</a></div><div class="col-last"><div class="block">A wedge.</div></div></div></div></li></ul></section>'
  ),
  "org/quarry/Saw.html": around(
    "../../",
    "Saw (Quarry 4)",
    type(
      "Class",
      "Saw",
      `<div class="inheritance" title="Inheritance Tree">java.lang.Object<div class="inheritance">org.quarry.Saw</div></div>
<section class="class-description" id="class-description"><dl class="notes"><dt>All Implemented Interfaces:</dt><dd><code>Tool</code></dd></dl><hr><div class="type-signature"><span class="modifiers">public class </span><span class="element-name">Saw</span></div><div class="block">Cuts with teeth. For example: <pre> saw.cut(2);
 saw.rest();
</pre></div><dl class="notes"><dt>Since:</dt><dd>2.0</dd><dt>See Also:</dt><dd><ul class="tag-list"><li><a href="Wedge.html">Wedge</a></li></ul></dd></dl></section>
<section class="summary"><ul class="summary-list"><li><section class="method-summary" id="method-summary"><h2>Method Summary</h2><div class="caption"><span>All Methods</span></div><div class="summary-table three-column-summary"><div class="table-header col-first">Modifier and Type</div><div class="table-header col-second">Method</div><div class="table-header col-last">Description</div><div class="col-first"><code>void</code></div><div class="col-second"><code><a href="#cut()">cut</a>(int depth)</code></div><div class="col-last"><div class="block">Cuts once.</div></div></div></section></li></ul></section>
<section class="details"><ul class="details-list"><li><section class="method-details"><h2>Method Details</h2><ul class="member-list">
${member("cut", "cut<wbr>(int&nbsp;depth)", '<div class="block">Cuts once, so deep.</div><dl class="notes"><dt>Parameters:</dt><dd><code>depth</code> - in spans</dd><dt>Throws:</dt><dd><code>Blunt</code> - after a hundred cuts</dd></dl>')}
${member("rest", "rest()", '<div class="deprecation-block"><span class="deprecated-label">Deprecated.</span><div class="deprecation-comment">Oil it instead.</div></div><div class="block">Rests.</div>')}
</ul></section></li></ul></section>`
    )
  ),
  "org/quarry/Wedge.html": around(
    "../../",
    "Wedge (Quarry 4)",
    type(
      "Class",
      "Wedge",
      '<section class="class-description"><div class="block">Splits along the grain.</div></section>'
    )
  ),
  "help.html": around(
    "",
    "API Help (Quarry 4)",
    '<h1 class="title">Help</h1><section class="help-section"><h2>Search</h2><p>Type into the box.</p></section>'
  )
}

export const javadoc = {
  name: "Javadoc",
  files,
  site: { chrome: ["header[role=banner]", "footer[role=contentinfo]"], skip: [] },
  titles: ["Quarry 4", "Package org.quarry", "Class Saw", "Class Wedge", "Help"],
  hints: 0
}
