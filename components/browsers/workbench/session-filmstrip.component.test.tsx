// The filmstrip of a session's page.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { listPictures, makePictures } from "@/tests/support/component/scripted-pictures";
import { chromiumTopic, ScriptedStoredLogs } from "@/tests/support/component/scripted-stored-logs";
import { openSession, type SessionPageOptions, sessionOf } from "@/tests/support/component/session-page";

const fromMs = Date.UTC(2026, 10, 21, 14, 2, 0);
const ended = sessionOf({ deleted_at: new Date().toISOString() });
const lines = Array.from({ length: 300 }, (_, at) => `stored line ${at + 1}`);

/** An ended session with a line each millisecond, and pictures at some of them. */
async function open(options: SessionPageOptions = {}) {
  const pictures = await makePictures([0, 150, 290].map((ms) => ({ at_ms: fromMs + ms })));
  const screen = await openSession({
    session: ended,
    ...options,
    prepare: (bff, live) => {
      new ScriptedStoredLogs(bff).add(chromiumTopic(ended.session_id), lines, { fromMs });
      listPictures(bff, pictures);
      options.prepare?.(bff, live);
    },
  });
  const strip = screen.getByRole("region", { name: /^Pictures/ });
  const picture = (name: RegExp) => strip.getByRole("button", { name });
  return Object.assign(screen, { strip, picture, pictures });
}

type SessionPage = Awaited<ReturnType<typeof open>>;
const isInSight = (screen: SessionPage, text: string) => {
  const log = screen.log("chromium").element().getBoundingClientRect();
  const row = [...screen.log("chromium").element().querySelectorAll("[data-row]")].find((each) =>
    each.textContent?.endsWith(text),
  );
  const rect = row?.getBoundingClientRect();
  return rect !== undefined && rect.top >= log.top && rect.bottom <= log.bottom;
};

test("an ended session shows its pictures above its panes, which follow a scrub while they are locked", async () => {
  const screen = await open({ query: { panes: "s.chromium", lock: "on" } });
  await expect.element(screen.strip).toMatchTextContent(/Pictures 3/);
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 300");
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  await screen.picture(/page-2$/).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.picture(/page-2$/)).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(() => isInSight(screen, "stored line 151")).toBe(true);
});

test("a picture's time is shown in the log by one button, which locks the panes in time", async () => {
  const screen = await open({ query: { panes: "s.chromium" } });
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 300");
  await screen.picture(/page-1$/).click();
  await page.getByRole("dialog").getByRole("button", { name: "Show in log" }).click();
  await expect.poll(() => isInSight(screen, "stored line 151")).toBe(true);
  expect(screen.address()).toContain("lock=on");
});

test("the last pictures of a browser that the API forgets at its end come while its page is open", async () => {
  const screen = await open({
    session: sessionOf(),
    prepare: (bff) => void bff.on(pictureOperations.listPictures, () => Response.json([])),
  });
  await expect.element(screen.getByText("active", { exact: true })).toBeVisible();
  listPictures(screen.bff, screen.pictures.slice(0, 2));
  await expect.element(screen.picture(/page-1$/)).toBeVisible();
  screen.bff.on(operations.retrieveBrowser, () => problem(404, "not_found", "no such session"));
  await expect.element(screen.getByText("ended", { exact: true })).toBeVisible();
  const reads = () => screen.bff.calls(pictureOperations.listPictures).length;
  const before = reads();
  // One may have been under way.
  await expect.poll(reads).toBeGreaterThan(before + 1);
  listPictures(screen.bff, screen.pictures);
  await expect.element(screen.picture(/page-2$/)).toBeVisible();
});

test("without pictures there is no strip, and a failure is shown with Retry", async () => {
  const screen = await open({ prepare: (bff) => void listPictures(bff, []) });
  await expect.poll(() => screen.bff.calls(pictureOperations.listPictures).length).toBeGreaterThan(0);
  await expect.element(screen.log("chromium")).toMatchTextContent("stored line 300");
  await expect.element(screen.strip).not.toBeInTheDocument();
  screen.bff.fail(pictureOperations.listPictures, 503, "store_unavailable", "The database cannot be read.");
  const { length: before } = screen.bff.calls(pictureOperations.listPictures);
  await screen.reload();
  const alert = screen.getByRole("alert").filter({ hasText: "The pictures could not be loaded" });
  await expect.element(alert).toBeVisible();
  // It is tried three times by itself.
  const tries = () => screen.bff.calls(pictureOperations.listPictures).length - before;
  await expect.poll(tries).toBe(3);
  listPictures(screen.bff, screen.pictures);
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect.element(screen.picture(/page-2$/)).toBeVisible();
});

test("a viewer reads why there are no pictures, and none are requested", async () => {
  const screen = await open({ role: "viewer" });
  await expect.element(screen.getByText("Pictures need the operator role.")).toBeVisible();
  expect(screen.bff.calls(pictureOperations.listPictures)).toEqual([]);
});

test("the pictures of an ended session are deleted after a confirmation, with a reason", async () => {
  const screen = await open({
    prepare: (bff) =>
      void bff.on(pictureOperations.deletePictures, () => {
        listPictures(bff, []);
        return new Response(null, { status: 204 });
      }),
  });
  await screen.strip.getByRole("button", { name: "Delete pictures…" }).click();
  const dialog = screen.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent("Deletes all pictures of browser");
  await dialog.getByRole("button", { name: "Delete pictures" }).click();
  await expect.element(screen.strip).not.toBeInTheDocument();
  expect(
    screen.bff.calls(pictureOperations.deletePictures).map(({ query }) => query.get("session_id")),
  ).toEqual([ended.session_id]);
});
