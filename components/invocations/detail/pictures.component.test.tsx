// The page of a failed invocation with the pictures of its browser.
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { LiveConnection } from "@/components/layout/live-connection";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedLiveStream } from "@/tests/support/component/scripted-live-stream";
import { listPictures, makePictures } from "@/tests/support/component/scripted-pictures";
import { InvocationView } from "./invocation-view.tsx";

const sessionId = "s00000000000000000000001";

async function open({ role = "operator" }: { role?: "operator" | "viewer" } = {}) {
  const backend = new InvocationBackend();
  const { id, started_at, finished_at } = backend.add({
    status: "failed",
    status_reason: "TimeoutError: #pay not enabled after 30 s",
  });
  const [startMs, endMs] = [Date.parse(started_at ?? ""), Date.parse(finished_at ?? "")];
  backend.recorded.set(id, [{ session_id: sessionId, seen_ms: startMs }]);
  new ScriptedLiveStream(backend.bff).setState(`invocation:${id}`, "unavailable", "No log.");
  const share = (part: number) => Math.round(startMs + part * (endMs - startMs));
  const pictures = await makePictures([
    // A picture of the invocation before, in the same browser.
    { session_id: sessionId, at_ms: startMs - 1_000, url: "https://shop.example/before" },
    { session_id: sessionId, at_ms: share(0.1), reason: "navigation", url: "https://shop.example/cart" },
    { session_id: sessionId, at_ms: share(0.5), url: "https://shop.example/checkout" },
    {
      session_id: sessionId,
      at_ms: share(0.95),
      reason: "error",
      url: "https://shop.example/checkout/address",
    },
    { session_id: sessionId, at_ms: endMs + 1_000, url: "https://shop.example/after" },
  ]);
  listPictures(backend.bff, pictures);
  const draw = async () => {
    const screen = await renderView(
      <LiveConnection>
        <InvocationView id={id} />
      </LiveConnection>,
      { at: `/invocations/${id}`, params: { id }, bff: backend.bff, role },
    );
    // The stream of this page is not the next page's.
    onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
    return screen;
  };
  return { bff: backend.bff, pictures, draw };
}

test("the last picture stands beside the failure, and those of its time on the axis", async () => {
  const { draw, pictures } = await open();
  const screen = await draw();
  const last = screen.getByRole("figure");
  await expect.element(last).toMatchTextContent(/Last picture, .*shop\.example\/checkout\/address/);
  await expect
    .element(last.getByRole("link", { name: /^Page at/ }))
    .toHaveAttribute("href", `/browsers/${sessionId}`);
  const strip = screen.getByRole("group", { name: "Pictures" });
  const addresses = () =>
    [...strip.element().querySelectorAll("img")].map(({ alt }) => alt.split("shop.example/")[1]);
  await expect.poll(addresses).toEqual(["cart", "checkout", "checkout/address"]);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  await strip.getByRole("button", { name: /checkout$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/picture 2 of 3/);
  await dialog.getByRole("button", { name: "Show in log" }).click();
  const atMs = pictures[2]?.at_ms ?? 0;
  await expect
    .poll(() => new URLSearchParams(screen.address().split("?")[1]).get("during"))
    .toBe(`${atMs - 5_000}-${atMs + 5_000}`);
});

test("without pictures there is neither a lane nor a space for one", async () => {
  const { bff, draw } = await open();
  listPictures(bff, []);
  const screen = await draw();
  await expect.element(screen.getByText("Acts", { exact: true })).toBeVisible();
  await expect.poll(() => bff.calls(pictureOperations.listPictures).length).toBeGreaterThan(0);
  await expect.element(screen.getByText("Pictures", { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("figure")).not.toBeInTheDocument();
});

test("pictures that cannot be read are said to be so, with Retry", async () => {
  const { bff, pictures, draw } = await open();
  bff.fail(pictureOperations.listPictures, 503, "store_unavailable", "The database cannot be read.");
  const screen = await draw();
  await expect.element(screen.getByText("The pictures could not be loaded.")).toBeVisible();
  // It is tried three times by itself.
  await expect.poll(() => bff.calls(pictureOperations.listPictures).length).toBe(3);
  listPictures(bff, pictures);
  await screen.getByRole("button", { name: "Retry" }).click();
  await expect.element(screen.getByRole("figure")).toBeVisible();
});

test("a viewer's page requests no pictures", async () => {
  const { bff, draw } = await open({ role: "viewer" });
  const screen = await draw();
  await expect.element(screen.getByRole("link", { name: sessionId }).first()).toBeVisible();
  await expect.element(screen.getByText("Acts", { exact: true })).toBeVisible();
  expect(bff.calls(pictureOperations.listPictures)).toEqual([]);
  await expect.element(screen.getByText("Pictures", { exact: true })).not.toBeInTheDocument();
});
