// The page of one replay: the video with the browser's own controls, no script.
import { randomBytes } from "node:crypto";
import { escapeHtml, type PageAnswer, pageHeaders, pageStyle } from "../page/page.ts";

const style = pageStyle(new URL("page.css", import.meta.url));

export type ReplayPage =
  | { state: "finished"; videoAddress: string; startedAt: string; finishedAt: string }
  | { state: "recording"; startedAt: string; reloadMs: number }
  | { state: "message"; message: string };

export function replayPage(page: ReplayPage): PageAnswer {
  const nonce = randomBytes(16).toString("base64");
  const { mode, when, main, reloadMs } = partsOf(page);
  return {
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${reloadMs ? `<meta http-equiv="refresh" content="${Math.ceil(reloadMs / 1000)}">` : ""}
    <title>Replay</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <header>
      <span id="mode">${mode}</span>
      <span id="when">${escapeHtml(when)}</span>
    </header>
    <main>${main}</main>
  </body>
</html>
`,
    headers: pageHeaders(nonce, ["media-src 'self'"]),
  };
}

function partsOf(page: ReplayPage): { mode: string; when: string; main: string; reloadMs?: number } {
  switch (page.state) {
    case "finished": {
      const from = timeOf(page.startedAt);
      return {
        mode: "Replay",
        when: `${from} to ${timeOf(page.finishedAt)}`,
        main: `<video controls autoplay muted playsinline aria-label="Recording of the browser" src="${escapeHtml(page.videoAddress)}"></video>`,
      };
    }
    case "recording":
      return {
        mode: "Recording",
        when: `since ${timeOf(page.startedAt)}`,
        main: messageOf("The video can be seen here once the recording has been stopped."),
        reloadMs: page.reloadMs,
      };
    case "message":
      return { mode: "", when: "", main: messageOf(page.message) };
  }
}

const messageOf = (text: string) => `<p id="status" role="status">${escapeHtml(text)}</p>`;

/** To the second, in UTC. */
const timeOf = (timestamp: string) => `${timestamp.slice(0, 19).replace("T", " ")} UTC`;
