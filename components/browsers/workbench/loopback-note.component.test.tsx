import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { LoopbackNote } from "./loopback-note.tsx";

test.each([
  ["ws://127.0.0.1:8081/browsers/a/cdp?jwt=x", "fleet.example", true],
  ["ws://localhost:8081/a", "10.0.0.4", true],
  ["ws://[::1]:8081/a", "fleet.example", true],
  ["ws://127.0.0.1:8081/a", "localhost", false],
  ["wss://api.example/a", "fleet.example", false],
  ["wss://127.example/a", "fleet.example", false],
])("%s seen on %s: %s", async (url, pageHostname, isUseless) => {
  const { getByRole } = await renderView(<LoopbackNote url={url} pageHostname={pageHostname} />);
  if (isUseless)
    await expect.element(getByRole("note")).toMatchTextContent(/only on the machine.*SERVICE_PUBLIC_URL/);
  else expect(getByRole("note").elements()).toEqual([]);
});
