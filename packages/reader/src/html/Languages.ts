/** The languages whose code is coloured. */
import bash from "refractor/bash"
import c from "refractor/c"
import { type Refractor, refractor, type Syntax } from "refractor/core"
import cpp from "refractor/cpp"
import csharp from "refractor/csharp"
import css from "refractor/css"
import cssExtras from "refractor/css-extras"
import dart from "refractor/dart"
import diff from "refractor/diff"
import docker from "refractor/docker"
import elixir from "refractor/elixir"
import go from "refractor/go"
import graphql from "refractor/graphql"
import haskell from "refractor/haskell"
import hcl from "refractor/hcl"
import http from "refractor/http"
import ini from "refractor/ini"
import java from "refractor/java"
import javascript from "refractor/javascript"
import json from "refractor/json"
import jsx from "refractor/jsx"
import kotlin from "refractor/kotlin"
import less from "refractor/less"
import lua from "refractor/lua"
import makefile from "refractor/makefile"
import markdown from "refractor/markdown"
import markup from "refractor/markup"
import nginx from "refractor/nginx"
import objectivec from "refractor/objectivec"
import perl from "refractor/perl"
import php from "refractor/php"
import powershell from "refractor/powershell"
import protobuf from "refractor/protobuf"
import python from "refractor/python"
import r from "refractor/r"
import ruby from "refractor/ruby"
import rust from "refractor/rust"
import scala from "refractor/scala"
import scss from "refractor/scss"
import shellSession from "refractor/shell-session"
import sql from "refractor/sql"
import swift from "refractor/swift"
import toml from "refractor/toml"
import tsx from "refractor/tsx"
import typescript from "refractor/typescript"
import vbnet from "refractor/vbnet"
import wasm from "refractor/wasm"
import yaml from "refractor/yaml"

const syntaxes: ReadonlyArray<readonly [syntax: Syntax, names: string]> = [
  [markup, "xml html htm xhtml svg mathml rss atom plist vue svelte markup"],
  [css, "css"],
  [javascript, "javascript js mjs cjs node"],
  [json, "json jsonc json5 webmanifest"],
  [markdown, "markdown md mdx"],
  [bash, "bash sh shell zsh"],
  [c, "c h"],
  [cpp, "cpp c++ cc hpp arduino"],
  [csharp, "csharp cs c# dotnet"],
  [dart, "dart"],
  [diff, "diff patch"],
  [docker, "docker dockerfile"],
  [elixir, "elixir ex exs"],
  [go, "go golang"],
  [graphql, "graphql gql"],
  [haskell, "haskell hs"],
  [hcl, "hcl terraform tf"],
  [http, "http"],
  [ini, "ini conf env dotenv properties"],
  [java, "java"],
  [jsx, "jsx"],
  [kotlin, "kotlin kt kts"],
  [less, "less"],
  [lua, "lua"],
  [makefile, "makefile make mk"],
  [nginx, "nginx nginxconf"],
  [objectivec, "objectivec objc obj-c mm"],
  [perl, "perl pl"],
  [php, "php"],
  [powershell, "powershell ps1 pwsh"],
  [protobuf, "protobuf proto"],
  [python, "python py"],
  [r, "r"],
  [ruby, "ruby rb"],
  [rust, "rust rs"],
  [scala, "scala"],
  [scss, "scss sass"],
  [shellSession, "console terminal shellsession shell-session sh-session"],
  [sql, "sql mysql postgresql pgsql plsql sqlite"],
  [swift, "swift"],
  [toml, "toml"],
  [tsx, "tsx"],
  [typescript, "typescript ts mts cts"],
  [vbnet, "vbnet vb"],
  [wasm, "wasm wat"],
  [yaml, "yaml yml"]
]

/** A token of Prism: a piece of code, or several, of a type. */
export interface Token {
  readonly type: string
  readonly alias?: string | ReadonlyArray<string>
  readonly content: Pieces
}

/** Pieces of code in order, with tokens among them. */
export type Pieces = string | Token | ReadonlyArray<string | Token>

/** The library's display name of each language, by all names of the language in lower case. */
export const languages: ReadonlyMap<string, string> = new Map(
  syntaxes.flatMap(([{ displayName }, names]) => names.split(" ").map((name) => [name, displayName] as const))
)

/**
 * The functions that the library inherits from Prism. Tokens are taken from there, since making nodes of HTML from them
 * takes as long as finding them.
 */
const prism = refractor as Refractor & {
  readonly tokenize: (code: string, grammar: unknown) => Pieces
  readonly hooks: { readonly run: (name: string, read: object) => void }
}

// All of them, in this order: some languages contain languages that are registered before them.
for (const syntax of [markup, cssExtras, ...syntaxes.map(([each]) => each)]) prism.register(syntax)

/** The tokens of some code in a language, as the library calls it. */
export const tokensOf = (code: string, language: string): Pieces => {
  const read = { code, language, grammar: prism.languages[language], tokens: "" as Pieces }
  prism.hooks.run("before-tokenize", read)
  read.tokens = prism.tokenize(read.code, read.grammar)
  prism.hooks.run("after-tokenize", read)
  return read.tokens
}
