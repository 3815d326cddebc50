/**
 * The style of pages: plain CSS that follows the system's colours, and also covers print. A page contains it, since a
 * reader would wait for one more file; so parts that few pages need are left out of the others.
 */

/** A part of the style. */
export interface StylePart {
  readonly css: string
  /** The classes that each of its selectors names one of; absent for parts of every page. */
  readonly classes?: ReadonlyArray<string>
}

const colours = `:root{color-scheme:light dark;--back:light-dark(#fff,#14171c);--soft:light-dark(#f6f7f9,#1b1f26);--card:light-dark(#fff,#1a1e25);--line:light-dark(#e3e6ea,#2c323b);--strong:light-dark(#c6ccd4,#454d59);--text:light-dark(#1f262e,#dde2e8);--head:light-dark(#0f151c,#f2f5f8);--dim:light-dark(#57606c,#9aa4b1);--accent:light-dark(#0b5cad,#7ab8ff);--tint:light-dark(#eaf2fb,#1a2a3d);--mark:light-dark(#fff0b3,#574a14);
--info:light-dark(#0b5cad,#7ab8ff);--success:light-dark(#176b34,#72d394);--warning:light-dark(#8a5200,#f0b75c);--danger:light-dark(#b3261e,#ff9a92);
--k:light-dark(#a0206e,#f094cf);--s:light-dark(#1a6b30,#8fd6a2);--n:light-dark(#93480a,#f0b27a);--c:light-dark(#5f6873,#949eab);--f:light-dark(#0b5cad,#82bdff);--a:light-dark(#5b3fb0,#bba6f5);--b:light-dark(#0f6670,#76d0da);--d:light-dark(#b3261e,#ff9a92);
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;--top:3.75rem}`

const base = `*,::before,::after{box-sizing:border-box}html{font:16px/1.7 var(--sans);background:var(--back);color:var(--text);-webkit-text-size-adjust:100%;scroll-padding-top:calc(var(--top) + 1.5rem)}body{margin:0}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline;text-underline-offset:.2em}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}img{max-width:100%;height:auto}button,input{font:inherit;color:inherit}
.skip{position:absolute;inset-inline-start:-99rem}.skip:focus{inset-inline-start:1rem;top:.75rem;z-index:9;background:var(--back);padding:.5rem 1rem;border-radius:.4rem}`

const header = `.top{position:sticky;top:0;z-index:5;background:var(--back);border-bottom:1px solid var(--line)}.top-row{display:flex;align-items:center;gap:1.5rem;max-width:90rem;margin:0 auto;padding:0 2rem;min-height:var(--top)}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:650;color:var(--head);letter-spacing:-.01em;font-size:1.05rem}.brand:hover{text-decoration:none}.brand svg{width:1.6rem;height:1.6rem}
.sections{display:flex;gap:.25rem;overflow-x:auto;flex:1}.sections a,.sections summary{padding:.3rem .7rem;border-radius:.4rem;color:var(--dim);font-size:.9rem;font-weight:500;white-space:nowrap;cursor:pointer}.sections a:hover,.sections summary:hover{color:var(--head);text-decoration:none}.sections a[aria-current]{color:var(--accent);background:var(--tint)}
.find{margin-inline-start:auto;position:relative}.find input{width:15rem;background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.35rem .8rem;padding-inline-start:2.1rem;font-size:.9rem}.find input::placeholder{color:var(--dim);opacity:1}.find svg{position:absolute;inset-inline-start:.7rem;top:50%;width:1rem;height:1rem;margin-top:-.5rem;color:var(--dim);pointer-events:none}.find input::-webkit-search-cancel-button{display:none}
.find kbd{position:absolute;inset-inline-end:.6rem;top:50%;transform:translateY(-50%);pointer-events:none}kbd{font:600 .72rem/1.5 var(--mono);padding:.05rem .4rem;border:1px solid var(--strong);border-radius:.3rem;background:var(--soft);color:var(--dim)}.bar{display:none}`

const around: ReadonlyArray<StylePart> = [
  {
    classes: ["announcement"],
    css: `.announcement{--h:var(--info);padding:.55rem 2rem;text-align:center;font-size:.9rem;color:var(--head);background:color-mix(in srgb,var(--h) 14%,var(--back));border-bottom:1px solid color-mix(in srgb,var(--h) 30%,var(--back))}.announcement.success{--h:var(--success)}.announcement.warning{--h:var(--warning)}.announcement.danger{--h:var(--danger)}.announcement a{color:inherit;font-weight:600;text-decoration:underline;text-underline-offset:.2em}`
  },
  {
    classes: ["logo", "links", "menu"],
    css: `.logo{display:block;max-height:2rem;width:auto;max-width:14rem}.links{display:flex;align-items:center;gap:.25rem;margin-inline-start:auto}.links+.find{margin-inline-start:0}.links>a:not(.button),.menu summary{padding:.3rem .7rem;border-radius:.4rem;color:var(--dim);font-size:.9rem;font-weight:500;white-space:nowrap}.links>a:not(.button):hover,.menu summary:hover{color:var(--head);text-decoration:none}.links .button{padding:.3rem .8rem;font-size:.88rem;margin:0 .25rem;white-space:nowrap}`
  },
  {
    classes: ["menu"],
    css: `.menu{position:relative}.menu summary{cursor:pointer;list-style:none}.menu summary::-webkit-details-marker{display:none}.menu summary::after{content:"";display:inline-block;width:.36rem;height:.36rem;margin:0;margin-block-end:.18rem;margin-inline-start:.45rem;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}.menu ul{position:absolute;inset-inline-end:0;z-index:6;min-width:11rem;margin:.3rem 0 0;padding:.35rem;list-style:none;border:1px solid var(--line);border-radius:.6rem;background:var(--back);box-shadow:0 .6rem 2rem #0002}.menu li a{display:block;padding:.35rem .7rem;border-radius:.4rem;color:var(--text);font-size:.9rem}.menu li a:hover{background:var(--soft);text-decoration:none}`
  },
  {
    classes: ["foot", "foot-row", "foot-end"],
    css: `.foot{border-top:1px solid var(--line);background:var(--soft);padding:2.25rem 2rem 2rem;font-size:.9rem}.foot-row,.foot-end{max-width:86rem;margin:0 auto}.foot-row{display:flex;flex-wrap:wrap;gap:2rem 4rem}.foot p{margin:0 0 .5rem;font-weight:650;color:var(--head)}.foot ul{list-style:none;margin:0;padding:0}.foot li{margin:.3rem 0}.foot li a{color:var(--dim)}.foot li a:hover{color:var(--head)}.foot .foot-end{margin:1.5rem auto 0;font-weight:400;color:var(--dim)}.foot .foot-end a{color:inherit;text-decoration:underline}`
  }
]

const sides = `.shell{display:grid;grid-template-columns:17rem minmax(0,1fr) 14rem;gap:0 3rem;max-width:90rem;margin:0 auto;padding:0 2rem;align-items:start}
.side,.toc{position:sticky;inset:auto;top:var(--top);display:block;width:auto;height:auto;max-height:calc(100vh - var(--top));overflow-y:auto;margin:0;border:0;padding:1.75rem 0 3rem;padding-inline-end:.75rem;background:none;color:inherit;font-size:.9rem;line-height:1.45;scrollbar-width:thin}.side,.toc,.crumbs,.pager,.results{overflow-wrap:anywhere}
.side ul{list-style:none;margin:0;padding:0}.side li a{display:flex;gap:.5rem;align-items:baseline;padding:.32rem .75rem;border-radius:.4rem;color:var(--dim)}.side li a:hover{color:var(--head);background:var(--soft);text-decoration:none}.side li a[aria-current]{color:var(--accent);background:var(--tint);font-weight:600}.side ul ul{margin:.1rem 0;margin-inline-start:1.1rem;padding-inline-start:.4rem;border-inline-start:1px solid var(--line)}
.side .group{margin:1.6rem 0 .35rem;padding:0 .75rem;font-size:.78rem;font-weight:650;letter-spacing:.02em;color:var(--head)}.side li:first-child>.group{margin-top:0}.side .group+ul{margin:0;padding:0;border:0}.side .more::after{content:"";margin-inline-start:auto;flex:none;align-self:center;width:.4rem;height:.4rem;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:rotate(-45deg);opacity:.7}.side .open::after{transform:rotate(45deg)}.icon{width:1em;height:1em;vertical-align:-.125em}.side svg{flex:none;align-self:center;opacity:.75}
.variants{margin:0 0 1.25rem;position:relative}.variants summary{cursor:pointer;list-style:none;display:flex;align-items:center;padding:.4rem .75rem;border:1px solid var(--line);border-radius:.5rem;font-weight:550;color:var(--head)}.variants summary::-webkit-details-marker{display:none}.variants summary::after{content:"";margin-inline-start:auto;width:.4rem;height:.4rem;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg) translate(-2px,-2px)}.variants ul{margin-top:.3rem;padding:.3rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}.variants small{color:var(--dim);margin-inline-start:auto}
.toc{padding:2.2rem 0 3rem}.toc p{margin:0 0 .6rem;font-weight:650;color:var(--head);font-size:.8rem}.toc ul{list-style:none;margin:0;padding:0;border-inline-start:1px solid var(--line)}.toc a{display:block;padding:.22rem 0;padding-inline-start:.9rem;margin-inline-start:-1px;border-inline-start:2px solid transparent;color:var(--dim)}.toc a:hover{color:var(--head);text-decoration:none}.toc a.on{color:var(--accent);border-color:var(--accent)}.toc .deep{padding-inline-start:1.8rem}`

const article = `main{min-width:0;padding:2rem 0 4rem;max-width:46rem;width:100%;margin:0 auto}.wide main{max-width:none}.crumbs{font-size:.85rem;color:var(--dim);margin:0 0 .6rem}.crumbs ol{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem .5rem;margin:0;padding:0}.crumbs a{color:inherit}.crumbs li+li::before{content:"/";margin-inline-end:.5rem;color:var(--strong)}
h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.025em;font-weight:700;color:var(--head);margin:0 0 .5rem;overflow-wrap:anywhere;display:flex;gap:.6rem;align-items:center}h1 svg{width:.85em;height:.85em;flex:none;color:var(--dim)}.lead{font-size:1.12rem;line-height:1.55;color:var(--dim);margin:0 0 1.5rem}.cover{display:block;width:100%;max-height:18rem;object-fit:cover;border-radius:.75rem;margin:0 0 2rem}
.text{overflow-wrap:break-word;margin-top:1.75rem}.text>:first-child{margin-top:0}.text p,.text ul,.text ol,.text dl,.text blockquote{margin:1rem 0}.text h2,.text h3,.text h4,.text h5,.text h6{color:var(--head);line-height:1.3;letter-spacing:-.015em;position:relative}:is(h2,h3,h4,h5,h6)>span[id]{position:absolute;top:0}.text h2{font-size:1.5rem;margin:3rem 0 1rem;padding-top:1.6rem;border-top:1px solid var(--line)}.text h2:first-child,.text hr+h2{padding-top:0;border:0}.text hr+h2{margin-top:0}.text h3{font-size:1.2rem;margin:2.2rem 0 .75rem}.text h4,.text h5,.text h6{font-size:1rem;margin:1.75rem 0 .5rem}
.anchor{margin-inline-start:.4em;opacity:0;font-weight:400}.anchor::before{content:"#"}:is(h2,h3,h4,h5,h6):hover>.anchor,.anchor:focus-visible{opacity:1}.text :is(p,li,th,td,h2,h3,h4,h5,h6,summary,figcaption) a:is(:not([class]),.bare){text-decoration:underline;text-decoration-color:color-mix(in srgb,currentColor 35%,transparent);text-underline-offset:.22em}.text :is(p,li,th,td,h2,h3,h4,h5,h6,summary,figcaption) a:hover{text-decoration-color:currentColor}
.text ul,.text ol{padding-inline-start:1.4rem}.text li{margin:.35rem 0}.text li::marker{color:var(--dim)}.text li>ul,.text li>ol{margin:.35rem 0}.tasks{list-style:none;padding-inline-start:.2rem!important}.box{display:inline-block;width:1em;height:1em;margin-inline-end:.6em;vertical-align:-.12em;border:1.5px solid var(--strong);border-radius:.25em}.box.done{background:var(--accent);border-color:var(--accent);box-shadow:inset 0 0 0 2px var(--back)}
blockquote{border-inline-start:3px solid var(--line);padding-inline-start:1.1rem;color:var(--dim);margin-inline:0}hr{border:0;border-top:1px solid var(--line);margin:2.5rem 0}dt{font-weight:600}dd{margin:0 0 .75rem;margin-inline-start:1rem}mark{background:var(--mark);color:var(--head);border-radius:.2em;padding:0 .1em}
code,samp{font-family:var(--mono);font-size:.86em}:not(pre)>code,samp{background:var(--soft);border:1px solid var(--line);border-radius:.3em;padding:.1em .32em;overflow-wrap:anywhere;-webkit-box-decoration-break:clone;box-decoration-break:clone}a code{color:inherit}.center{text-align:center}.right{text-align:right}`

const common = `figure{margin:1.5rem 0}figure img{display:block;border-radius:.5rem;margin-inline:auto}figcaption{font-size:.86rem;color:var(--dim);text-align:center;margin-top:.6rem}.row{display:flex;gap:1rem;align-items:start}.row img{flex:1 1 0;min-width:0}
.code{margin:1.25rem 0;border:1px solid var(--line);border-radius:.6rem;background:var(--soft);overflow:hidden;position:relative}.code figcaption{margin:0;padding:.5rem 1rem;text-align:start;font:500 .8rem/1.5 var(--mono);border-bottom:1px solid var(--line);color:var(--dim)}pre{margin:0;padding:1rem 1.1rem;overflow-x:auto;font:.85rem/1.65 var(--mono);tab-size:2;scrollbar-width:thin}pre code{font-size:1em}pre:focus-visible{outline-offset:-2px}.wraps{white-space:pre-wrap;overflow-wrap:anywhere}pre b{font-weight:400}pre i{font-style:normal}.numbered{counter-reset:l}.l::before{counter-increment:l;content:counter(l);display:inline-block;width:2ch;margin-inline-end:1.5ch;text-align:end;color:var(--c);user-select:none}
.k{color:var(--k)}.s{color:var(--s)}.n{color:var(--n)}.c{color:var(--c)}.f{color:var(--f)}.a{color:var(--a)}.b{color:var(--b)}.d{color:var(--d)}.copy{position:absolute;top:.4rem;inset-inline-end:.4rem;padding:.2rem .6rem;font-size:.75rem;border:1px solid var(--line);border-radius:.35rem;background:var(--back);color:var(--dim);cursor:pointer;opacity:0}.code:hover .copy,.copy:focus-visible{opacity:1}.copy:hover{color:var(--head)}
.table{overflow-x:auto;margin:1.25rem 0;scrollbar-width:thin}table{border-collapse:collapse;min-width:100%;font-size:.92rem;line-height:1.55}th,td{text-align:start;vertical-align:top;padding:.6rem .9rem;border-bottom:1px solid var(--line)}thead th{font-weight:600;color:var(--head);font-size:.85rem;border-bottom-color:var(--strong);white-space:nowrap}th:first-child,td:first-child{padding-inline-start:0}th.center,td.center{text-align:center}th.right,td.right{text-align:right}td p:first-child,td ul:first-child{margin-top:0}td p:last-child,td ul:last-child{margin-bottom:0}
main>h2{font-size:1.25rem;letter-spacing:-.015em;color:var(--head);margin:2.25rem 0 0}math{font-size:1.08em}`

const blocks: ReadonlyArray<StylePart> = [
  {
    classes: ["hint"],
    css: `.hint{--h:var(--info);margin:1.25rem 0;padding:.9rem 1.1rem;padding-inline-start:3rem;border-radius:.6rem;background:color-mix(in srgb,var(--h) 7%,var(--back));border:1px solid color-mix(in srgb,var(--h) 26%,var(--back));position:relative}.hint.success,.hint.tip{--h:var(--success)}.hint.warning{--h:var(--warning)}.hint.danger{--h:var(--danger)}.hint::before{content:"i";position:absolute;inset-inline-start:1.05rem;top:1.08rem;width:1.25rem;height:1.25rem;border-radius:50%;background:var(--h);color:var(--back);font:700 .8rem/1.25rem var(--sans);text-align:center}.hint.success::before,.hint.tip::before{content:"✓"}.hint.warning::before,.hint.danger::before{content:"!"}.hint>:first-child{margin-top:0}.hint>:last-child{margin-bottom:0}.hint h2,.hint h3{margin-top:0;padding:0;border:0;font-size:1.05rem}`
  },
  {
    classes: ["tabs", "panel"],
    css: `.tabs{display:flex;flex-wrap:wrap;margin:1.25rem 0;border:1px solid var(--line);border-radius:.6rem;overflow:hidden}.tabs>input{position:absolute;opacity:0}.tabs>label{order:0;padding:.55rem 1rem;font-size:.88rem;font-weight:550;color:var(--dim);cursor:pointer;border-bottom:2px solid transparent}.tabs>label:hover{color:var(--head)}.tabs>input:checked+label{color:var(--accent);border-color:var(--accent)}.tabs>input:focus-visible+label{outline:2px solid var(--accent);outline-offset:-3px}.panel{order:1;width:100%;display:none;padding:1.1rem;border-top:1px solid var(--line)}.tabs>input:checked+label+.panel{display:block}.panel>:first-child{margin-top:0}.panel>:last-child{margin-bottom:0}@media(scripting:none){.panel:has(:target){display:block}}`
  },
  {
    classes: ["steps"],
    css: `.steps{list-style:none;counter-reset:s;padding-inline-start:0!important}.steps>li{counter-increment:s;position:relative;padding:0 0 1.5rem;padding-inline-start:3rem;margin:0!important}.steps>li::before{content:counter(s);position:absolute;inset-inline-start:0;top:0;width:1.9rem;height:1.9rem;border-radius:50%;background:var(--tint);color:var(--accent);font:650 .9rem/1.9rem var(--sans);text-align:center}.steps>li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.95rem;top:2.4rem;bottom:.5rem;border-inline-start:1px solid var(--line)}.steps>li>:first-child{margin-top:0}.steps h2,.steps h3{font-size:1.12rem;padding:.12rem 0 0;border:0}`
  },
  {
    classes: ["columns"],
    css: `.columns{display:flex;gap:2rem;margin:1.25rem 0}.columns>div{flex:1 1 0;min-width:0}${Array.from({ length: 12 }, (_, index) => `.columns>.w${index + 1}{flex-grow:${index + 1}}`).join("")}.columns>div>:first-child{margin-top:0}`
  },
  {
    classes: ["cards", "card", "card-text"],
    css: `.cards{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:1rem;padding:0!important}.cards>li{margin:0;display:flex}.card{flex:1;display:block;border:1px solid var(--line);border-radius:.75rem;overflow:hidden;background:var(--card);color:inherit}a.card:hover{border-color:var(--accent);text-decoration:none}.card img{width:100%;aspect-ratio:16/9;object-fit:cover;display:block}.card-text{padding:1rem 1.1rem}.card-text>div:first-child{font-weight:600;color:var(--head)}.card-text>div+div{font-size:.92rem;color:var(--dim)}.card-text>div+div+div{margin-top:.4rem;font-size:.82rem}.card .more{display:block;padding:0 1.1rem 1rem}`
  },
  {
    classes: ["ref", "ref-title", "ref-detail", "embed"],
    css: `.ref{display:flex;flex-direction:column;margin:1.25rem 0;padding:.8rem 1.1rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card)}.ref:hover{border-color:var(--accent);text-decoration:none}.ref-title{font-weight:600}.ref-detail{font-size:.86rem;color:var(--dim);overflow-wrap:anywhere}.ref.file .ref-title::before{content:"↓ "}.ref.outside .ref-title::after{content:" ↗"}.embed{margin:1.25rem 0}.embed figcaption{text-align:start}.embed .ref{margin:0}`
  },
  {
    classes: ["unfold", "button"],
    css: `.unfold{margin:1rem 0;border:1px solid var(--line);border-radius:.6rem}.unfold summary{cursor:pointer;padding:.7rem 1.1rem;font-weight:600;color:var(--head)}.unfold>div{padding:0 1.1rem .9rem}.unfold>div>:first-child{margin-top:0}.button{display:inline-block;padding:.45rem 1.1rem;border-radius:.5rem;background:var(--accent);color:var(--back);font-weight:600;margin:.25rem .5rem .25rem 0}.button.secondary{background:none;color:var(--accent);box-shadow:inset 0 0 0 1px var(--strong)}`
  },
  {
    classes: ["diagram", "drawing", "math", "notes", "note", "update"],
    css: `.diagram{overflow-x:auto;margin:1.5rem 0;text-align:center}.diagram .code{text-align:start}.drawing{position:absolute;inset-inline-start:-200vw;width:60rem;height:1px;visibility:hidden;border:0}.diagram summary{cursor:pointer;color:var(--dim);font-size:.82rem;text-align:center;list-style:none}.diagram summary:hover{color:var(--head)}.diagram img{border-radius:0;margin-bottom:.4rem}.diagram pre{background:var(--soft);border:1px solid var(--line);border-radius:.6rem}.math{overflow-x:auto;margin:1.25rem 0;text-align:center}.notes{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.88rem;color:var(--dim)}.note{font-weight:600}.update{display:grid;grid-template-columns:8rem 1fr;gap:1.5rem;padding:1.5rem 0;border-top:1px solid var(--line)}.update time{color:var(--dim);font-size:.88rem}.update h2{border:0;margin-top:0;padding:0}`
  },
  {
    classes: [
      "operation",
      "endpoint",
      "method",
      "caption",
      "samples",
      "try",
      "tried",
      "status",
      "response",
      "nested",
      "fields",
      "kind",
      "flag"
    ],
    css: `.operation{margin:1.5rem 0}.endpoint{padding:.7rem 1rem;border:1px solid var(--line);border-radius:.6rem;background:var(--soft);overflow-wrap:anywhere}.endpoint code{border:0;background:none}.endpoint span{color:var(--dim)}.method{font:700 .78rem var(--mono);color:var(--info)}.side .method{flex:none;width:2.5rem;font-size:.7rem}h1 .method{flex:none;padding:.35rem .6rem;border-radius:.45rem;background:color-mix(in srgb,currentColor 12%,var(--back));letter-spacing:0}li:has(>.method){list-style:none;margin-inline-start:-1.35rem!important;padding-inline-start:3.6rem}li>.method{float:inline-start;margin-inline-start:-3.6rem;line-height:1.8rem}.method.post,.method.put{color:var(--success)}.method.patch{color:var(--warning)}.method.delete{color:var(--danger)}.caption{font-weight:650;color:var(--head);margin-top:1.75rem!important}.caption.level-2{font-size:.92rem}.samples>.panel{padding:0}.samples .code{margin:0;border:0;border-radius:0}.try{margin:.6rem 0;border:1px solid var(--line);border-radius:.6rem}.try>summary{cursor:pointer;padding:.5rem 1rem;font-weight:600;color:var(--accent)}.try form{padding:0 1rem .8rem}.try label{display:grid;grid-template-columns:minmax(8rem,2fr) 5fr;gap:.25rem 1rem;align-items:baseline;margin:.5rem 0}.try small{color:var(--dim)}.try input,.try textarea{width:100%;padding:.4rem .6rem;border:1px solid var(--strong);border-radius:.4rem;font:.86rem var(--mono);color:inherit;background:var(--back)}.try button{padding:.35rem 1.1rem;border:0;border-radius:.4rem;background:var(--accent);color:var(--back);font-weight:600;cursor:pointer}.tried{padding:0 1rem}.status .success{color:var(--success)}.status .danger{color:var(--danger)}.response{margin:.6rem 0;border:1px solid var(--line);border-radius:.6rem}.response>summary,div.response{cursor:pointer;padding:.5rem 1rem}div.response{cursor:auto}.response>summary .caption,div.response .caption{display:inline;margin:0!important}.response>summary p:not(.caption),div.response p:not(.caption){display:inline;margin:0;margin-inline-start:.75rem;font-size:.92rem;color:var(--dim)}.response>div{padding:0 1rem .8rem}.response>div>:first-child{margin-top:0}.nested>summary{cursor:pointer;color:var(--accent);font-size:.86rem;padding:.2rem 0}.fields{list-style:none;padding:0!important;border-top:1px solid var(--line)}.fields .fields{margin:.5rem 0 0;padding-inline-start:1rem!important;border-inline-start:2px solid var(--line);border-top:0}.fields>li{margin:0;padding:.7rem 0;border-bottom:1px solid var(--line)}.fields p{margin:.15rem 0}.kind{color:var(--dim);font-size:.85rem}.flag{font-size:.78rem;color:var(--dim)}.flag.required{color:var(--danger)}`
  }
]

const foot = `.meta{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.85rem;color:var(--dim)}.meta a,.meta button{color:var(--dim);background:none;border:0;padding:0;cursor:pointer}.meta a:hover,.meta button:hover{color:var(--head)}.meta time{margin-inline-end:auto}.feedback{margin-top:1.5rem;padding:.9rem 1.1rem;border:1px solid var(--line);border-radius:.6rem;font-size:.9rem}.feedback fieldset{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem;margin:0;padding:0;border:0}.feedback legend{float:inline-start;padding:0;margin-inline-end:.4rem;color:var(--head);font-weight:550}.feedback button{padding:.25rem .9rem;border:1px solid var(--strong);border-radius:.4rem;background:var(--back);cursor:pointer}.feedback button:hover{border-color:var(--accent);color:var(--accent)}.feedback summary{cursor:pointer;color:var(--dim);margin-top:.5rem}.feedback textarea{display:block;width:100%;margin-top:.5rem;padding:.5rem .7rem;border:1px solid var(--strong);border-radius:.4rem;font:inherit;color:inherit;background:var(--back)}.thanks{display:none;margin:1rem 0 0;color:var(--success);font-weight:550}.thanks:target{display:block}.pager{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:1.5rem}.pager a{border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1.1rem;font-weight:600}.pager a:hover{border-color:var(--accent);text-decoration:none}.pager small{display:block;font-weight:400;color:var(--dim)}.pager .next{grid-column:2;text-align:end}`

const search = `.results{list-style:none;padding:0;margin:1rem 0}.results>li{margin:0}.results a{display:block;padding:.65rem .9rem;border-radius:.5rem;color:inherit}.results a:hover,.results a:focus{background:var(--tint);text-decoration:none}.results .where{display:block;font-size:.8rem;color:var(--dim)}.results .title{font-weight:600;color:var(--head)}.results p{margin:.1rem 0 0;font-size:.9rem;color:var(--dim);line-height:1.5}.searching{display:flex;gap:.75rem;margin:1rem 0}.searching input{flex:1;min-width:0;padding:.6rem .9rem;border:1px solid var(--strong);border-radius:.5rem;background:var(--back)}.searching button{padding:.6rem 1.25rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--back);font-weight:600;cursor:pointer}.near .said{display:none}.said{color:var(--dim);font-size:.9rem}
dialog{width:min(40rem,calc(100vw - 2rem));max-height:min(38rem,80vh);margin:10vh auto auto;padding:0;border:1px solid var(--line);border-radius:.9rem;background:var(--back);color:var(--text);box-shadow:0 1.5rem 4rem #0006;overflow:hidden}dialog[open]{display:flex;flex-direction:column}dialog::backdrop{background:#0d12187a}dialog input{width:100%;border:0;border-bottom:1px solid var(--line);padding:1.1rem 1.25rem;font-size:1.05rem;background:none}dialog input:focus-visible{outline:0}dialog .results{overflow-y:auto;margin:0;padding:.5rem}dialog .said{margin:0;padding:.6rem 1.25rem;border-top:1px solid var(--line);font-size:.8rem}`

const small = `@media(max-width:75rem){.shell{grid-template-columns:16rem minmax(0,1fr)}.toc{display:none}.toc:popover-open{display:block}}
@media(max-width:56rem){.top-row{padding:0 1.1rem;gap:.75rem;flex-wrap:wrap}.brand{flex:1;min-height:3.25rem}.find input{width:2.6rem;padding-inline-end:0;background:none;text-indent:9rem}.find input:focus{width:11rem;text-indent:0;background:var(--soft)}.find kbd{display:none}.sections{order:3;flex:1 0 100%;padding-bottom:.4rem}.links{order:4;flex:1 0 100%;margin:0;padding-bottom:.4rem;flex-wrap:wrap}.links>a:first-child:not(.button){padding-inline-start:0}.menu ul{inset-inline-end:auto;inset-inline-start:0}.announcement{padding:.5rem 1.1rem}.foot{padding:1.75rem 1.1rem}.bar{display:flex;justify-content:space-between;border-top:1px solid var(--line);padding:0 .6rem}.bar button{background:none;border:0;padding:.55rem;font-size:.88rem;color:var(--dim);cursor:pointer}.shell{display:block;padding:0 1.1rem}.side{display:none}.side:popover-open{display:block}main{padding-top:1.5rem}h1{font-size:1.75rem}.text h2{font-size:1.3rem;margin-top:2.25rem}.columns,.row{flex-direction:column;gap:0}.try label{grid-template-columns:1fr}.update{display:block}.pager{grid-template-columns:1fr}.pager .next{grid-column:1}}
[popover]:popover-open{position:fixed;inset:0;inset-inline-end:auto;width:min(20rem,86vw);height:100dvh;max-height:none;padding:1.25rem 1rem 3rem;background:var(--back);border-inline-end:1px solid var(--line);overflow-y:auto;z-index:9}.toc:popover-open{inset:0;inset-inline-start:auto;border-inline-end:0;border-inline-start:1px solid var(--line);padding:1.5rem 1.25rem}[popover]::backdrop{background:#0d12187a}
@media(max-width:56rem) and (scripting:none){.top{position:static}html{scroll-padding-top:1rem}}
@media print{:root{color-scheme:light}.top,.announcement,.foot,.side,.toc,.pager,.copy,.anchor,.meta a,.meta button,.crumbs,.try,.feedback,.thanks{display:none!important}.shell{display:block;padding:0;max-width:none}main{max-width:none;padding:0}main *{overflow:visible!important;overflow-wrap:anywhere}html{font-size:11pt;background:#fff;color:#000}.tabs>label,.panel{order:0;width:100%}.panel{display:block!important}details::details-content{content-visibility:visible!important;block-size:auto!important}pre{white-space:pre-wrap}thead th{white-space:normal}th,td{padding:.4rem .25rem}.text a[href^=http]:not(.bare)::after{content:" (" attr(href) ")";font-size:.85em}.code,.hint,figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}`

/** Text in each direction: paragraphs follow their own letters, and code is always read from the left. */
const directions = `h1,.lead,.text :is(p,li,dt,dd,h2,h3,h4,h5,h6,summary,figcaption){unicode-bidi:plaintext}pre,code,samp,math,.endpoint{direction:ltr;unicode-bidi:isolate}pre,.endpoint{text-align:left}[dir=rtl] :is(h1,h2,h3,.brand,.group){letter-spacing:0}[dir=rtl] .side .more:not(.open)::after{transform:rotate(135deg)}`

/** The parts in their order, in which later ones win. */
export const styleParts: ReadonlyArray<StylePart> = [
  ...[colours, base, header].map((css) => ({ css })),
  ...around,
  ...[sides, article, common].map((css) => ({ css })),
  ...blocks,
  ...[foot, search, directions, small].map((css) => ({ css }))
]
