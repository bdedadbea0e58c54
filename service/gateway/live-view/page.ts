// The live view page: a single response that loads nothing else.
import { randomBytes } from "node:crypto";
import { escapeHtml, type PageAnswer, pageHeaders, pageStyle } from "../page/page.ts";
import { dialogPanel } from "./page-dialog.js";
import { liveView } from "./page-script.js";

const style = pageStyle(new URL("page.css", import.meta.url));
const script = `(${liveView})(${dialogPanel});`;

const template = (values: {
  nonce: string;
  style: string;
  script: string;
  message: string;
}) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Live view</title>
    <style nonce="${values.nonce}">${values.style}</style>
  </head>
  <body>
    <header>
      <span id="mode"></span>
      <span id="others" aria-live="polite"></span>
      <span id="page"></span>
      <span id="hint"></span>
    </header>
    <main>
      <canvas id="screen" role="img" aria-label="Live picture of the browser" width="0" height="0"></canvas>
      <textarea id="keys" aria-label="Keyboard input for the browser" autocomplete="off" spellcheck="false"></textarea>
      <p id="status" role="status">${values.message}</p>
      <section id="dialog" aria-labelledby="dialog-kind" tabindex="-1" hidden>
        <div role="alert">
          <h1 id="dialog-kind"></h1>
          <p id="dialog-place"></p>
          <p id="dialog-message"></p>
        </div>
        <div id="dialog-answers">
          <input id="dialog-text" aria-label="Text" autocomplete="off" spellcheck="false">
          <button id="dialog-dismiss" type="button"></button>
          <button id="dialog-accept" type="button"></button>
        </div>
      </section>
    </main>
    <script nonce="${values.nonce}">${values.script}</script>
  </body>
</html>
`;

/** The page, whose socket is at its own address followed by `/socket`; or without `connects` a message. `host`: of the
 *  request. */
export function livePage(given: { connects: boolean; message: string; host: string }): PageAnswer {
  const nonce = randomBytes(16).toString("base64");
  const host = /^[\w.[\]:-]{1,255}$/.test(given.host) ? given.host : "";
  const sources = [
    `script-src 'nonce-${nonce}'`,
    "img-src blob:",
    `connect-src 'self'${host ? ` ws://${host} wss://${host}` : ""}`,
  ];
  return {
    html: template({
      nonce,
      style,
      script: given.connects ? script : "",
      message: escapeHtml(given.message),
    }),
    headers: pageHeaders(nonce, sources),
  };
}
