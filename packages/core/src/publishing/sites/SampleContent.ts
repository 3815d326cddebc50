import type { ContentBatch } from "../../content/editing/ContentChange.js"
import { PageId } from "../../content/pages/Page.js"

const welcome = `# Welcome

This is a sample of what a site can hold. Every page is Markdown: change it, move it, or delete it.

{% hint style="info" %}
Nothing here is visible to readers until the site is published.
{% endhint %}

Begin with [Write a page](./write) and [Publish the site](./publish).
`

const write = `# Write a page

A page has a title, a place in the tree and a text. Headings make its outline.

{% tabs %}
{% tab title="In a list" %}
1. Add a page.
2. Write its text.
3. Put it where readers look for it.
{% endtab %}

{% tab title="As a table" %}
| Part | Shown as |
| --- | --- |
| Title | the name in the tree |
| Description | the line below the title |
{% endtab %}
{% endtabs %}

\`\`\`js
console.log("Code is highlighted by its language.")
\`\`\`
`

const publish = `# Publish the site

Choose who may read the site, then publish it:

- **public**: anyone, found by search engines
- **unlisted**: anyone who knows the address
- **share-link**: anyone with a secret link
- **visitor-auth**: visitors who sign in

Unpublish it at any time; the content stays.
`

/** The pages of a new space with sample content. */
export const sampleContent: ContentBatch = {
  changes: [
    { operation: "insert_page", title: "Welcome", slug: "welcome", emoji: "1f44b", document: { markdown: welcome } },
    { operation: "insert_page", title: "Guide", slug: "guide", document: { markdown: "# Guide\n" }, ref: "guide" },
    {
      operation: "insert_page",
      title: "Write a page",
      slug: "write",
      document: { markdown: write },
      into: PageId.make("./guide"),
      ref: "write"
    },
    {
      operation: "insert_page",
      title: "Publish the site",
      slug: "publish",
      document: { markdown: publish },
      into: PageId.make("./guide"),
      ref: "publish"
    }
  ]
}
