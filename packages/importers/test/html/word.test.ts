/** Pages that Word saved as HTML: comments, lists and footnotes are paragraphs in styles of their own. */
import { expect, it } from "vitest"
import { measureHtml } from "../../src/html/HtmlPage.js"

it.each<[what: string, html: string, markdown: string, losses?: ReadonlyArray<string>]>([
  [
    "Word comment",
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><div class=WordSection1><p class=MsoNormal>Text here<span class=MsoCommentReference><span style=\'font-size:8.0pt\'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[A1]</a><![endif]><span style=\'mso-special-character:comment\'>&nbsp;</span></span></span> goes on.</p></div><div style=\'mso-element:comment-list\'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style=\'mso-element:comment\'><![if !supportAnnotations]><div id="_com_1" class=msocomtxt><![endif]><span style=\'mso-comment-author:Ada\'><![if !supportAnnotations]><a name="_msocom_1"></a><![endif]></span><p class=MsoCommentText><span class=MsoCommentReference>&nbsp;<![if !supportAnnotations]><a href="#_msoanchor_1" class=msocomoff>[A1]</a><![endif]></span>Why so?</p><![if !supportAnnotations]></div><![endif]></div></div></body></html>',
    "Text here goes on.",
    ["the comment of Ada is left out: Why so?"]
  ],
  [
    "Word comment without msocomtxt",
    "<html><body><p class=MsoNormal>Text<span class=MsoCommentReference><a style='mso-comment-reference:A_1;mso-comment-date:20240102T1200'></a><span style='mso-special-character:comment'>&nbsp;</span></span> more.</p><div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Why so?</p></div></div></body></html>",
    "Text more.",
    ["the comment of somebody is left out: Why so?"]
  ],
  [
    "Word list",
    "<html><body><p class=MsoNormal>x</p><p class=MsoListParagraphCxSpFirst style='margin-left:36pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>one</p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>inner</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>two</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>third</p></body></html>",
    "x\n\n* one\n  * inner\n* two\n\n3. third"
  ],
  [
    "Word footnote",
    '<html><body><p class=MsoNormal>Text<a style=\'mso-footnote-id:ftn1\' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style=\'mso-special-character:footnote\'>[1]</span></span></a> more.</p><div style=\'mso-element:footnote-list\'><br clear=all><hr align=left size=1 width="33%"><div style=\'mso-element:footnote\' id=ftn1><p class=MsoFootnoteText><a style=\'mso-footnote-id:ftn1\' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> A note.</p></div></div></body></html>',
    "Text[^1] more.\n\n[^1]: A note."
  ],
  [
    "Word o:p, conditional, del/ins",
    '<html><body><p class=MsoNormal>a<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><!--[if gte mso 9]><xml><x>y</x></xml><![endif]--><p class=MsoNormal><del cite="mailto:Ada" datetime="2024"><span>old</span></del><ins cite="mailto:Ada"><span>new</span></ins></p></body></html>',
    "a\n\n~~old~~new"
  ]
])("reads a %s", (_, html, markdown, losses = []) => {
  const page = measureHtml(html, "https://a.example/g/x")
  expect([page.markdown, page.losses.filter((each) => !/words were kept/.test(each))]).toEqual([markdown, losses])
})
