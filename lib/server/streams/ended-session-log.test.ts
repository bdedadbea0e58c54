// @isolated: the program's configuration is settled once.
// The log of a browser that ends right after the log was opened.

import { expect, test } from "vitest";
import { logTopic } from "@/lib/bff/live";
import type { Browser } from "@/lib/contract/browsers";
import { scriptedHub } from "../../../tests/support/fakes/scripted-hub.ts";
import { TestViewer } from "../../../tests/support/fakes/test-viewer.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";

const scripted = scriptedHub();

const deleted = (browser: Browser): Browser => ({ ...browser, deleted_at: new Date().toISOString() });

test.each([
  [
    "does not return it any more",
    ({ session_id: id }: Browser) => void scripted.api.records.browsers.delete(id),
  ],
  [
    "returns it with the time of its end",
    (browser: Browser) => void scripted.api.records.browsers.set(browser.session_id, deleted(browser)),
  ],
])("the log of an ended browser ends, and never is unavailable, where the API %s", async (_, end) => {
  const browser = scripted.api.records.browser();
  const topic = logTopic({
    sessionId: browser.session_id,
    log: { source: "supervisor", process: "chromium" },
  });
  const viewer = new TestViewer(scripted.hub, { clock: scripted.clock, topics: [topic] });
  void viewer.read();
  const states = () => viewer.frames.flatMap((frame) => (frame.kind === "state" ? [frame.state] : []));
  await waitUntil("it is open", () => states().includes("open"));
  end(browser);
  scripted.api.logs.end(browser.session_id);
  await waitUntil("it is not open", () => states().at(-1) !== "open");
  expect(viewer.frames.findLast((frame) => frame.kind === "state")).toMatchObject({
    state: "ended",
    reason: "The browser has ended.",
  });
  viewer.leave();
});
