/** Macros and elements as Confluence exports them to HTML, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { measureHtml } from "../../src/html/HtmlPage.js"

const page = (html: string): string =>
  `<html><head><title>SPACE : Home</title></head><body><div id="page"><h1 id="title-heading"><span id="title-text">Space : Home</span></h1><div id="content" class="view"><div id="main-content" class="wiki-content group">${html}</div></div></div></body></html>`

it.each<[what: string, html: string, markdown: string]>([
  [
    "info macro with title",
    '<div class="confluence-information-macro confluence-information-macro-tip"><p class="title">Head</p><span class="aui-icon aui-icon-small aui-iconfont-approve confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>In</p></div></div>',
    '{% hint style="success" %}\n**Head**\n\nIn\n{% endhint %}'
  ],
  [
    "warning macro",
    '<div class="confluence-information-macro confluence-information-macro-warning"><span class="aui-icon confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>In</p></div></div>',
    '{% hint style="warning" %}\nIn\n{% endhint %}'
  ],
  [
    "panel",
    '<div class="panel" style="border-width: 1px;"><div class="panelHeader" style="border-bottom-width: 1px;"><b>Head</b></div><div class="panelContent"><p>In</p></div></div>',
    '{% hint style="info" %}\n**Head**\n\nIn\n{% endhint %}'
  ],
  [
    "code panel with title",
    '<div class="code panel pdl" style="border-width: 1px;"><div class="codeHeader panelHeader pdl" style="border-bottom-width: 1px;"><b>a.py</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: py; gutter: false; theme: Confluence" data-theme="Confluence">a\n  b</pre></div></div>',
    '{% code title="a.py" %}\n```py\na\n  b\n```\n{% endcode %}'
  ],
  [
    "noformat",
    '<div class="preformatted panel" style="border-width: 1px;"><div class="preformattedContent panelContent"><pre>a\n b</pre></div></div>',
    "```\na\n b\n```"
  ],
  [
    "expand",
    '<div id="expander-1" class="expand-container"><div id="expander-control-1" class="expand-control"><span class="expand-control-icon"><img src="images/icons/grey_arrow_down.png" style="vertical-align:middle;"></span><span class="expand-control-text">More</span></div><div id="expander-content-1" class="expand-content"><p>In</p></div></div>',
    "<details>\n\n<summary>More</summary>\n\nIn\n\n</details>"
  ],
  [
    "expand hidden variant",
    '<div id="expander-1" class="expand-container conf-macro output-block" data-hasbody="true" data-macro-name="expand"><div id="expander-control-1" class="expand-control" aria-expanded="true"><span class="expand-control-icon icon">&nbsp;</span><span class="expand-control-text">More</span></div><div id="expander-content-1" class="expand-content expand-hidden"><p>In</p></div></div>',
    "<details>\n\n<summary>More</summary>\n\nIn\n\n</details>"
  ],
  ["status", '<p><span class="status-macro aui-lozenge aui-lozenge-success">DONE</span></p>', "DONE"],
  [
    "tasks nested",
    '<ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="1"><span>a</span><ul class="inline-task-list"><li data-inline-task-id="2">b</li></ul></li></ul>',
    "* [x] a\n  * [ ] b"
  ],
  [
    "table with numbering",
    '<div class="table-wrap"><table class="confluenceTable wrapped"><colgroup><col></colgroup><thead><tr><th class="numberingColumn confluenceTh"></th><th class="confluenceTh"><p>A</p></th></tr></thead><tbody><tr><td class="numberingColumn confluenceTd">1</td><td colspan="1" class="confluenceTd">x<br>y</td></tr></tbody></table></div>',
    "| | A |\n| - | - |\n| 1 | x<br>y |"
  ],
  [
    "merged table",
    '<div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh" colspan="2">wide</th></tr><tr><td class="confluenceTd" rowspan="2">a</td><td class="confluenceTd">b</td></tr><tr><td class="confluenceTd">c</td></tr></tbody></table></div>',
    '<table>\n<thead>\n<tr>\n<th colspan="2">\n\nwide\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td rowspan="2">\n\na\n\n</td>\n<td>\n\nb\n\n</td>\n</tr>\n<tr>\n<td>\n\nc\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "emoticon",
    '<p><img class="emoticon emoticon-tick" data-emoticon-name="tick" border="0" src="images/icons/emoticons/check.png" alt="(tick)" title="(tick)"> ok <img class="emoticon emoticon-blue-star" data-emoji-id="1f604" data-emoji-shortname=":smile:" data-emoji-fallback="😄" src="images/icons/emoticons/72/1f604.png" width="16" height="16" alt="(blue star)"></p>',
    "✅ ok 😄"
  ],
  [
    "user mention",
    '<p>Ask <a class="confluence-userlink user-mention" data-username="ada" href="https://x.atlassian.net/wiki/people/1" target="_blank">Ada Byron</a></p>',
    "Ask [Ada Byron](https://x.atlassian.net/wiki/people/1)"
  ],
  ["date", '<p><time datetime="2024-01-02" class="date-past">02 Jan 2024</time></p>', "02 Jan 2024"],
  [
    "jira",
    '<p><span class="jira-issue" data-jira-key="ABC-1"><a href="https://jira.example/browse/ABC-1" class="jira-issue-key"><img class="icon" src="https://jira.example/bug.svg">ABC-1</a> - <span class="summary">Fix it</span> <span class="aui-lozenge jira-macro-single-issue-export-pdf">Done</span></span></p>',
    "[![](https://jira.example/bug.svg)ABC-1](https://jira.example/browse/ABC-1) - Fix it Done"
  ],
  [
    "toc macro",
    '<div class="toc-macro rbtoc1"><ul class="toc-indentation"><li><a href="#Home-Part">Part</a></li></ul></div><h2 id="Home-Part">Part</h2><p>y</p>',
    '## Part<a href="#Home-Part" id="Home-Part"></a>\n\ny'
  ],
  [
    "anchor",
    '<p><a href="#Home-spot">jump</a></p><h2 id="Home-Head">Head</h2><p><span class="confluence-anchor-link" id="Home-spot"></span>Here</p>',
    '[jump](#Home-Head)\n\n## Head<a href="#Home-Head" id="Home-Head"></a>\n\nHere'
  ],
  [
    "image with caption",
    '<p><span class="confluence-embedded-file-wrapper image-center-wrapper confluence-embedded-manual-size"><img class="confluence-embedded-image image-center" alt="A" width="300" loading="lazy" src="attachments/1/2.png?width=300" data-image-src="attachments/1/2.png" data-linked-resource-default-alias="pic.png"></span></p>',
    "![A](https://a.example/g/attachments/1/2.png?width=300)"
  ],
  [
    "thumbnail link to attachment",
    '<p><span class="confluence-embedded-file-wrapper"><a class="confluence-embedded-file" href="attachments/1/3.pdf" data-linked-resource-default-alias="Plan.pdf"><img src="attachments/thumbnails/1/3" height="250"><span class="title">Plan.pdf</span></a></span></p>',
    "[![](https://a.example/g/attachments/thumbnails/1/3)Plan.pdf](https://a.example/g/attachments/1/3.pdf)"
  ],
  [
    "page attachments section",
    '<p>x</p><div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div><div class="greybox" align="left"><img src="images/icons/bullet_blue.gif" height="8" width="8" alt=""/><a href="attachments/1/2.png">pic.png</a> (image/png)<br/></div></div>',
    "x"
  ],
  [
    "columns",
    '<div class="columnLayout two-equal" data-layout="two-equal"><div class="cell normal" data-type="normal"><div class="innerCell"><p>a</p></div></div><div class="cell normal" data-type="normal"><div class="innerCell"><p>b</p></div></div></div>',
    "a\n\nb"
  ],
  [
    "underline colours",
    '<p><u>a</u> <span style="color: rgb(255,0,0);">b</span> <s>c</s> <span style="text-decoration: line-through;">d</span></p>',
    "<u>a</u> b ~~c~~ ~~d~~"
  ],
  [
    "details macro",
    '<div class="plugin-tabmeta-details"><div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh">Owner</th><td class="confluenceTd">Ada</td></tr></tbody></table></div></div>',
    "| | |\n| - | - |\n| **Owner** | Ada |"
  ],
  ["inline comment", '<p>a <span class="inline-comment-marker" data-ref="x">b</span> c</p>', "a b c"],
  ["ol start & nested", '<ol start="3"><li><p>a</p><ol type="a"><li>b</li></ol></li></ol>', "3. a\n\n   1. b"],
  ["blockquote", "<blockquote><p>q</p></blockquote>", "> q"],
  [
    "link with anchor on other page",
    '<p><a href="Other_12.html#Other-Some%20Part">x</a> <a href="Other_12.html?a=1">y</a></p>',
    "[x](https://a.example/g/Other_12.html#Other-Some%20Part) [y](https://a.example/g/Other_12.html?a=1)"
  ],
  [
    "accordion bootstrap",
    '<div class="accordion"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" type="button" aria-expanded="true" aria-controls="c1">Item 1</button></h2><div id="c1" class="accordion-collapse collapse"><div class="accordion-body"><p>In <b>it</b></p></div></div></div><div class="accordion-item"><h2 class="accordion-header"><button aria-expanded="false" aria-controls="c2">Item 2</button></h2><div id="c2" hidden><p>Two</p></div></div></div>',
    "<details>\n\n<summary>Item 1</summary>\n\nIn **it**\n\n</details>\n\n<details>\n\n<summary>Item 2</summary>\n\nTwo\n\n</details>"
  ]
])("reads %s", (_, html, markdown) => {
  expect(measureHtml(page(html), "https://a.example/g/x")).toMatchObject({ title: "Home", markdown, losses: [] })
})
