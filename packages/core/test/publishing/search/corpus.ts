/** Sixty-odd small pages in several languages, for the shared queries. */

/** A page of the corpus; the first heading is its title. */
export interface CorpusPage {
  readonly id: string
  readonly title: string
  readonly markdown: string
}

const page = (id: string, title: string, ...body: ReadonlyArray<string>): CorpusPage => ({
  id,
  title,
  markdown: [`# ${title}`, ...body].join("\n\n")
})

/** The pages, in no order that matters. */
export const corpus: ReadonlyArray<CorpusPage> = [
  page(
    "quick-start",
    "Quick start",
    "Start the server with one command and open the workspace.",
    "## Requirements",
    "Node 20 and npm. Python is needed only to compile the database driver."
  ),
  page(
    "install-linux",
    "Installing on Linux",
    "Use the package of your distribution or the installer script.",
    "## Debian",
    "Run apt with the signed repository.",
    "## Uninstalling",
    "Remove the package and the data directory."
  ),
  page(
    "install-mac",
    "Installing on macOS",
    "Download the disk image or use Homebrew.",
    "## Permissions",
    "macOS asks for permission to listen on a port."
  ),
  page(
    "install-windows",
    "Installing on Windows",
    "Run the installer as administrator.",
    "## Service",
    "The installer can register a Windows service."
  ),
  page(
    "configuration",
    "Configuration",
    "Every setting has a flag and an environment variable.",
    "## Port and host",
    "`LECTERN_PORT` defaults to 4000; `LECTERN_HOST` to localhost.",
    "## Log level",
    "Set `LECTERN_LOG_LEVEL` to debug to see requests."
  ),
  page(
    "tls",
    "TLS certificates",
    "Terminate TLS in front of the server.",
    "## Renewal",
    "Renew certificates with certbot; reload nginx afterwards.",
    "## Ciphers",
    "Prefer modern cipher suites."
  ),
  page(
    "backup",
    "Backups",
    "Copy the database file while the server runs.",
    "## Restoring",
    "Stop the server, put the file back and start again.",
    "## Schedule",
    "Nightly backups are enough for most teams."
  ),
  page(
    "upgrade",
    "Upgrading",
    "Read the changelog before you upgrade.",
    "## Migrations",
    "Schema migrations run at start. A newer schema is refused."
  ),
  page(
    "users",
    "Users and members",
    "A member has a role in an organization.",
    "## Guests",
    "Guests see only what they were granted.",
    "## Removing members",
    "The last administrator cannot be removed."
  ),
  page(
    "tokens",
    "API tokens",
    "Tokens authenticate API clients. They are shown once and stored hashed.",
    "## Expiry",
    "A token may expire; an expired token is refused.",
    "## Revoking",
    "Revoke tokens that leaked."
  ),
  page(
    "roles",
    "Roles and permissions",
    "Read, comment, edit, review, create, admin.",
    "## Inheritance",
    "A space inherits the permissions of its collection."
  ),
  page(
    "spaces",
    "Spaces",
    "A space is a container of pages.",
    "## Deleting a space",
    "Deleted spaces can be restored for seven days.",
    "## Duplicating",
    "Duplicate copies the current content under new ids."
  ),
  page(
    "collections",
    "Collections",
    "Collections group spaces and nest.",
    "## Moving",
    "Move spaces between collections by drag and drop."
  ),
  page(
    "revisions",
    "Revisions",
    "Every edit makes an immutable revision.",
    "## History",
    "The history lists revisions, newest first.",
    "## Rollback",
    "Rolling back makes a new revision."
  ),
  page(
    "change-requests",
    "Change requests",
    "Propose edits without touching the main content.",
    "## Merging",
    "Merging is a three-way merge of blocks.",
    "## Conflicts",
    "Conflicting edits stand between conflict markers."
  ),
  page("comments", "Comments", "Discuss a page in threads.", "## Reactions", "React with an emoji."),
  page(
    "search",
    "Search",
    "Full-text search ranks by BM25.",
    "## Prefixes",
    "The last word is matched as a prefix while you type.",
    "## Diacritics",
    "Diacritics do not matter: naïve finds naive."
  ),
  page(
    "markdown",
    "Markdown",
    "GitHub flavoured markdown with block tags.",
    "## Tables",
    "Tables have a header row and aligned columns.",
    "## Code blocks",
    "Fenced code blocks are highlighted.",
    "## Footnotes",
    "Footnotes are collected at the end."
  ),
  page("hints", "Hints", "Hints draw attention to a paragraph: info, warning, danger, success."),
  page(
    "tabs",
    "Tabs",
    "Tabs show alternatives side by side.",
    "## Synchronised tabs",
    "Tabs with equal titles switch together."
  ),
  page(
    "images",
    "Images and files",
    "Drop an image into the assets folder.",
    "## Formats",
    "PNG, JPEG, WebP and SVG images are supported.",
    "## Alternative text",
    "Describe each image for screen readers."
  ),
  page(
    "links",
    "Links",
    "Relative links become page references that survive renames.",
    "## Broken links",
    "A link is broken when its target is missing."
  ),
  page("frontmatter", "Front matter", "YAML at the top of a file sets description, icon and cover."),
  page(
    "summary",
    "The summary file",
    "SUMMARY.md describes the table of contents.",
    "## Groups",
    "Headings in the summary are groups of pages."
  ),
  page(
    "import",
    "Importing a folder",
    "Import markdown from a folder or a zip archive.",
    "## Problems",
    "Each problem is reported with file and line.",
    "## Importing again",
    "A second import changes only what differs."
  ),
  page(
    "export",
    "Exporting a space",
    "Export writes the pages as markdown files.",
    "## Round trips",
    "Untouched markdown keeps its bytes."
  ),
  page(
    "git-sync",
    "Git layout",
    "The layout of repositories: `.gitbook.yaml`, README and assets.",
    "## Redirects",
    "Redirects map old paths to pages."
  ),
  page(
    "http-api",
    "The HTTP API",
    "JSON over HTTP under /v1.",
    "## Errors",
    "Errors have a code and a message.",
    "## Rate limits",
    "Too many requests are answered 429."
  ),
  page(
    "pagination",
    "Pagination",
    "Lists are walked by key.",
    "## Page tokens",
    "`pageToken` is opaque and bound to its list and filters."
  ),
  page(
    "etags",
    "Caching and ETags",
    "Immutable answers carry strong ETags.",
    "## Conditional requests",
    "Send If-None-Match to receive 304."
  ),
  page("cors", "Cross-origin requests", "Any origin may read; credentials are never sent."),
  page(
    "client-js",
    "JavaScript client",
    "`createClient({ endpoint })` makes a typed client.",
    "## Retrying",
    "`retryDelay` backs off exponentially.",
    "## getUserName",
    "The helper `getUserName` reads the display name of the current user."
  ),
  page(
    "client-py",
    "Python client",
    "`create_client(endpoint=...)` in snake case.",
    "## get_user_name",
    "Returns the display name.",
    "## Async",
    "Use asyncio with `async with`."
  ),
  page(
    "embed",
    "Embedding",
    "Embed the engine into another program.",
    "## In-process calls",
    "Services are called without HTTP.",
    "## Transactions",
    "Several calls can share one transaction."
  ),
  page(
    "testing",
    "Testing with memory storage",
    "Fork a workspace for each test in microseconds.",
    "## Deterministic ids",
    "Ids and the clock are services."
  ),
  page(
    "storage",
    "Writing a storage",
    "Implement ten methods over rows.",
    "## Transactions",
    "Nested transactions are savepoints.",
    "## Contract tests",
    "Run the published contract suite."
  ),
  page(
    "sqlite",
    "SQLite",
    "One file in WAL mode.",
    "## Full-text index",
    "FTS5 holds tokens made by the engine.",
    "## Busy handling",
    "Writers wait for each other and retry."
  ),
  page(
    "performance",
    "Performance",
    "Reading one page costs the same in large spaces.",
    "## Benchmarks",
    "`npm run bench` prints ratios against baselines."
  ),
  page(
    "monitoring",
    "Monitoring",
    "Health checks at /healthz and /readyz.",
    "## Metrics",
    "Counters and histograms in Prometheus format.",
    "## Tracing",
    "Spans are exported with OpenTelemetry."
  ),
  page(
    "troubleshooting",
    "Troubleshooting",
    "What to do when something fails.",
    "## Port in use",
    "Another process listens on the port: choose another one.",
    "## Database is locked",
    "A second writer held the lock for too long."
  ),
  page(
    "glossary",
    "Glossary",
    "## Space",
    "A container of pages.",
    "## Line",
    "A sequence of revisions.",
    "## Slug",
    "The part of a path that names a page."
  ),
  page(
    "cafe",
    "Café menu example",
    "Crème brûlée, jalapeño, smörgåsbord and Straße are found without their accents.",
    "## Łódź and Ærøskøbing",
    "Place names with strokes and ligatures."
  ),
  page(
    "i18n-ru",
    "Установка сервера",
    "Запустите сервер одной командой. Ещё нужен Node.",
    "## Резервное копирование",
    "Копируйте файл базы данных каждую ночь."
  ),
  page("i18n-el", "Οδηγός εγκατάστασης", "Ξεκινήστε τον διακομιστή με μία εντολή."),
  page("i18n-ar", "دليل التثبيت", "ابدأ الخادم بأمر واحد ثم افتح مساحة العمل."),
  page("i18n-hi", "स्थापना गाइड", "एक कमांड से सर्वर शुरू करें। हिन्दी में लिखे पृष्ठ खोजे जा सकते हैं।"),
  page("i18n-th", "คู่มือการติดตั้ง", "เริ่มเซิร์ฟเวอร์ด้วยคำสั่งเดียว"),
  page(
    "i18n-de",
    "Größenbeschränkungen",
    "Die Größe eines Anhangs ist auf zwanzig Megabyte beschränkt.",
    "## Überschreitung",
    "Größere Dateien werden abgelehnt."
  ),
  page("i18n-tr", "İstanbul sunucusu", "Sunucu ışık hızında başlar."),
  page(
    "zh-install",
    "安装指南",
    "使用一条命令启动服务器。支持多种操作系统。",
    "## 系统要求",
    "需要安装 Node 20 和 npm。",
    "## 卸载",
    "删除软件包和数据目录。"
  ),
  page(
    "zh-database",
    "数据库配置",
    "数据库保存在一个文件中，使用预写日志。",
    "## 备份",
    "每天晚上备份数据库文件。",
    "## 全文搜索",
    "全文搜索按相关性排序。"
  ),
  page("zh-permissions", "权限管理", "成员在组织中拥有角色。", "## 管理员", "最后一个管理员不能被删除。"),
  page("zh-tw", "變更請求", "提出修改而不影響主要內容。", "## 合併", "合併是三方合併。"),
  page(
    "ja-install",
    "インストールガイド",
    "サーバーを一つのコマンドで起動します。",
    "## 必要条件",
    "Node 20 が必要です。",
    "## アンインストール",
    "パッケージとデータを削除します。"
  ),
  page(
    "ja-search",
    "全文検索",
    "日本語の文章も検索できます。東京都の情報を探してみましょう。",
    "## データベース",
    "データベースに索引を保存します。"
  ),
  page(
    "ja-review",
    "レビューと承認",
    "変更リクエストをレビューして承認します。",
    "## 競合",
    "競合は手動で解決します。"
  ),
  page("ko-install", "설치 가이드", "명령 하나로 서버를 시작합니다.", "## 요구 사항", "Node 20이 필요합니다."),
  page(
    "ko-database",
    "데이터베이스 백업",
    "데이터베이스는 파일 하나에 저장됩니다.",
    "## 복원",
    "서버를 멈추고 백업 파일을 복원합니다."
  ),
  page("ko-permissions", "권한과 역할", "구성원은 조직에서 역할을 가집니다."),
  page(
    "odd",
    "Odd spellings",
    "Ｆｕｌｌｗｉｄｔｈ letters, ﬁne ligatures, co\u00adoperate with soft hyphens, don’t worry.",
    "## NEAR the OR operator",
    "NOT and AND are words like any other."
  ),
  page("release-1", "Release 1.0.0", "The first stable release.", "## Fixed", "utf8 file names on Windows."),
  page("release-2", "Release 2.0.0", "Breaking changes in the storage port.", "## Removed", "The legacy importer.")
]
