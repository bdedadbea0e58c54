// Reads a saved state beside the page, so that a large one freezes nothing. Only counts and names go back; the text and
// every value in it end with this worker.
import { countState } from "./state-counts.ts";

self.addEventListener("message", async ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof Blob)) return;
  try {
    const text = await data.text();
    self.postMessage({ counts: countState(parse(text), Date.now()) });
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : "The file could not be read." });
  }
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message quotes the text, and the text is secrets.
    throw new Error("The file is not valid JSON. It may be of a newer kind, such as an archive.");
  }
}
