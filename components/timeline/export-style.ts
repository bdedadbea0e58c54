// The complete style of the exported file. The file's policy contains its hash: after a change here a failing
// test prints the new one.

export const exportStyle = `
:root{color-scheme:light dark;--bg:#fff;--ink:#16181d;--ink2:#5b606b;--line:#dcdfe4;--ok:#187a43;--bad:#c22f2b;--run:#2160c4;--queued:#74549c;--warn:#8f5c00;--other:#7b818c}
@media (prefers-color-scheme:dark){:root{--bg:#101216;--ink:#eceef1;--ink2:#a3a9b4;--line:#2c3038;--ok:#58c384;--bad:#f0726a;--run:#78a9f5;--queued:#b99ade;--warn:#e0ad4e;--other:#8b919c}}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--bg);color:var(--ink);font:13px/20px system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:20px;line-height:28px}h2{margin:2rem 0 .5rem;font-size:15px}p{margin:.25rem 0;color:var(--ink2)}
dl{display:grid;grid-template-columns:10rem 1fr;gap:.125rem .75rem;margin:1rem 0}dt{color:var(--ink2)}dd{margin:0;overflow-wrap:anywhere}
.lane{border-top:1px solid var(--line);padding:.375rem 0}.lane h3{display:inline;margin:0;font-size:13px}.lane p{display:inline;margin-left:.5rem}
svg{display:block;width:100%;margin-top:.25rem}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:12px}th{text-align:left;font-weight:500;color:var(--ink2);white-space:nowrap}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
.ticks{display:flex;justify-content:space-between;color:var(--ink2);font-size:11px}
.t-queued{fill:var(--queued)}.t-running{fill:var(--run)}.t-ok{fill:var(--ok)}.t-bad{fill:var(--bad)}.t-warn{fill:var(--warn)}.t-other{fill:var(--other)}
.t-unfilled{fill:var(--other);fill-opacity:.3}.t-grid{fill:var(--line)}.t-blind{fill:var(--warn);fill-opacity:.25}.t-unbegun,.t-later{fill:var(--line);fill-opacity:.4}.t-annotation{fill:var(--ink)}
`;

/** SHA-256 of the style as a CSP source. */
export const exportStyleHash = "sha256-SLDPCavnFr3HZSRcREDFUc9EF/aasiLQ69L5nK1hs7c=";
