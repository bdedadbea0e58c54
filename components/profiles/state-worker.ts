// Parses a saved state in a worker, so that a large one does not block the page. Only counts and names are
// returned; the text and its values are discarded with the worker.

import { readStateTexts, stateWorkerTexts } from "./profile-on-demand-messages.ts";
import { countState } from "./state-counts.ts";

self.addEventListener("message", async ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof Blob)) return;
  try {
    const text = await data.text();
    self.postMessage({ counts: countState(parse(text), Date.now()) });
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : readStateTexts.fileNotRead });
  }
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message would quote the text, which contains secrets.
    throw new Error(stateWorkerTexts.fileNotValidJson);
  }
}
