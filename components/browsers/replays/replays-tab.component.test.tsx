// Recordings of a session: started, stopped, opened, downloaded, and rejected.
import { expect, onTestFinished, test, vi } from "vitest";
import { operations } from "@/lib/contract/operations/operations";
import type { Replay } from "@/lib/contract/replays";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { problem } from "@/tests/support/component/scripted-bff";
import { openSession } from "@/tests/support/component/session-page";

const startedAt = "2026-02-01T10:00:00Z";

async function open(replays: Replay[] = [], query: Readonly<Record<string, string>> = {}) {
  sessionStorage.clear();
  const screen = await openSession({
    query: { tab: "replays", ...query },
    prepare: (bff) =>
      bff
        .list(operations.listReplays, () => replays)
        // A video: final ones have bytes, and the first one is requested.
        .on(operations.downloadReplay, ({ params }) => {
          const found = replays.find(({ replay_id }) => replay_id === params.replay_id);
          if (found === undefined) return problem(404, "not_found", "There is no such recording.");
          if (!found.finished_at) return new Response(null, { status: 202 });
          return new Response("v", { status: 206, headers: { "content-range": "bytes 0-0/1200000" } });
        }),
  });
  return {
    ...screen,
    replays,
    rows: screen.getByRole("list", { name: "Recordings" }).getByRole("listitem"),
    start: screen.getByRole("button", { name: "Start recording…" }),
    dialog: screen.getByRole("dialog", { name: "Start recording" }),
    confirm: screen.getByRole("alertdialog"),
    player: screen.getByRole("region", { name: "Player" }),
  };
}

test("a recording is started within the limits, stopped after a confirmation, watched and downloaded", async () => {
  const tab = await open();
  tab.bff
    .one(operations.startReplay, () => {
      const replay_id = tab.replays.length === 0 ? "replay-one" : "replay-two";
      const made = { replay_id, started_at: new Date(Date.now() - 65_000).toISOString() };
      tab.replays.push(made);
      return made;
    })
    .on(operations.stopReplay, () => {
      tab.replays[0] = {
        replay_id: "replay-one",
        started_at: startedAt,
        finished_at: "2026-02-01T10:01:05Z",
      };
      return Response.json(tab.replays[0]);
    });
  await expect.element(tab.getByText("No recordings")).toBeVisible();
  await tab.start.click();
  const pictures = tab.dialog.getByLabelText("Frames per second");
  const begin = tab.dialog.getByRole("button", { name: "Start recording" });
  await pictures.fill("50");
  await begin.click();
  await expect.element(tab.dialog.getByRole("alert")).toHaveTextContent("Enter a whole number from 1 to 20.");
  expect(tab.bff.calls(operations.startReplay)).toEqual([]);
  await pictures.fill("5");
  expect(await axeViolationsIn(tab.dialog.element())).toEqual([]);
  await begin.click();
  await expect.element(tab.dialog).not.toBeInTheDocument();
  expect(tab.bff.calls(operations.startReplay).map(({ body }) => body)).toEqual([{ framerate: 5 }]);
  await expect.element(tab.rows).toMatchTextContent(/recording 01:\d\d/);

  await tab.rows.getByRole("button", { name: /^Stop recording/ }).click();
  await expect.element(tab.confirm).toHaveAccessibleName("Stop recording replay-one?");
  await expect.element(tab.confirm).toMatchTextContent("The video is ready in about a minute.");
  await expect.element(tab.confirm.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await tab.confirm.getByRole("button", { name: "Stop recording" }).click();
  await expect.element(tab.rows).toMatchTextContent("finished · 01:05");

  await tab.rows.getByRole("button", { name: /^Watch recording/ }).click();
  await expect.poll(tab.address).toContain("replay=replay-one");
  await expect.element(tab.player).toBeVisible();
  // Each opening is audited: another recording that is started opens none again.
  const opened = tab.bff.calls(operations.downloadReplay).length;
  await tab.start.click();
  await begin.click();
  await expect.element(tab.rows).toHaveLength(2);
  expect(tab.bff.calls(operations.downloadReplay)).toHaveLength(opened);
  tab.replays.pop();
  const links: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    links.push(new URL(this.href).pathname);
  });
  onTestFinished(() => click.mockRestore());
  await tab.rows.getByRole("button", { name: /^Download recording/ }).click();
  await expect.poll(() => links).toEqual(["/api/browsers/session-one/replays/replay-one"]);
});

test("a download that fails leaves the open player", async () => {
  const finished = { replay_id: "replay-one", started_at: startedAt, finished_at: "2026-02-01T10:01:05Z" };
  const tab = await open([finished], { replay: "replay-one" });
  await expect.element(tab.player).toBeVisible();
  tab.bff.fail(operations.downloadReplay, 503, "upstream_unreachable", "The API cannot be reached.");
  await tab.rows.getByRole("button", { name: /^Download recording/ }).click();
  await expect.element(tab.getByText("The API cannot be reached.")).toBeVisible();
  await expect.element(tab.player).toBeVisible();
});

test("a link to a running recording waits until it is final", async () => {
  const tab = await open([{ replay_id: "replay-one", started_at: startedAt }], { replay: "replay-one" });
  await expect.element(tab.getByText(/^Still recording/)).toBeVisible();
  tab.replays[0] = { replay_id: "replay-one", started_at: startedAt, finished_at: "2026-02-01T10:01:05Z" };
  await expect.element(tab.player).toBeVisible();
  await expect.element(tab.rows).toMatchTextContent("finished · 01:05");
});

test("exceeding the maximum of recordings is an error in the dialog, which keeps the input", async () => {
  const tab = await open([1, 2, 3, 4].map((at) => ({ replay_id: `replay-${at}`, started_at: startedAt })));
  tab.bff.fail(operations.startReplay, 409, "conflict", "4 recordings are already running; stop one first.");
  await expect.poll(() => tab.rows.elements()).toHaveLength(4);
  await tab.start.click();
  const longest = tab.dialog.getByLabelText(/^Maximum length/);
  await longest.fill("60");
  await tab.dialog.getByRole("button", { name: "Start recording" }).click();
  await expect
    .element(tab.dialog.getByRole("alert"))
    .toMatchTextContent("are already running; stop one first");
  await expect.element(longest).toHaveValue("60");
  tab.end();
  await tab.dialog.getByRole("button", { name: "Cancel" }).click();
  await tab.dialog.getByRole("button", { name: "Discard" }).click();
  await expect.element(tab.start).toHaveAttribute("aria-disabled", "true");
});

test("if the API lists none, they are opened and stopped by id; an invalid video is reported", async () => {
  const tab = await open([{ replay_id: "running" }, { replay_id: "replay1", finished_at: startedAt }]);
  tab.bff
    .fail(operations.listReplays, 501, "not_supported", "This API does not list recordings.")
    .on(operations.stopReplay, () => Response.json({ replay_id: "replay1" }));
  await tab.reload();
  await expect.element(tab.getByText(/^This API does not list recordings/)).toBeVisible();
  const id = tab.getByLabelText("Recording id");
  const watch = tab.getByRole("button", { name: "Watch", exact: true });
  await id.fill("a/b");
  await watch.click();
  await expect.element(tab.getByText(/^Use 1 to 128/)).toBeVisible();
  await id.fill("running");
  await watch.click();
  await expect.element(tab.getByText(/^Still recording/)).toBeVisible();
  await id.fill("replay1");
  await tab.getByRole("button", { name: /^Stop recording/ }).click();
  await tab.confirm.getByRole("button", { name: "Stop recording" }).click();
  await expect.element(tab.getByText("Recording stopped")).toBeVisible();
  expect(tab.bff.calls(operations.stopReplay).map(({ params }) => params.replay_id)).toEqual(["replay1"]);
  await watch.click();
  await expect.element(tab.player.getByText("The video cannot be played")).toBeVisible();
});
