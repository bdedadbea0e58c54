import { expect, onTestFinished, test } from "vitest";
import { liveOperations } from "@/lib/bff/operations/live";
import { renderView } from "@/tests/support/component/render-view";
import { problem, ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { LiveConnection, useLiveStatus } from "./live-connection.tsx";

function Status() {
  return <p role="status">{useLiveStatus()?.state}</p>;
}

test("a stream that was refused once is tried again when the operator turns to the page", async () => {
  const bff = new ScriptedBff();
  bff.on(liveOperations.watchLive, () => problem(403, "forbidden", "A proxy refuses it."));
  const { getByRole } = await renderView(
    <LiveConnection>
      <Status />
    </LiveConnection>,
    { bff },
  );
  // The stream of this page is not the next page's.
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  const status = getByRole("status");
  await expect.element(status).toHaveTextContent("stale");
  new ScriptedLiveStream(bff);
  window.dispatchEvent(new FocusEvent("focus"));
  await expect.element(status).toHaveTextContent("connected");
});
