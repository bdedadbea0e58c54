import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { EvidenceState } from "@/lib/bff/evidence";
import { evidenceOperations } from "@/lib/bff/operations/evidence";
import { hourMs } from "@/lib/bff/time-units";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { evidenceOf, evidenceSettingsOf } from "@/tests/support/component/evidence-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { EvidenceSection } from "./evidence-section.tsx";

const earlierMs = Date.now() - 3.5 * hourMs;

const draw = (state: EvidenceState) =>
  renderView(<EvidenceSection />, {
    at: "/settings",
    bff: emptyBff().one(evidenceOperations.retrieveEvidence, state),
  });
const noLogs = { logs: 0, lines: 0, text_bytes: 0, stored_bytes: 0, oldest_ms: null };
const section = () => page.getByRole("region", { name: "Evidence" });

test("the rule, the limits with the names of their variables, and what is stored", async () => {
  const screen = await draw(evidenceOf({}));
  await expect
    .element(section())
    .toMatchTextContent(/Every invocation, and the browsers of failed ones.*unless pinned\./);
  await expect.element(section()).toMatchTextContent("7 days after the last line");
  await expect
    .element(section())
    .toMatchTextContent("Size182 kB of 4.10 GB · logs 182 kB, compressed from 2.40 MB");
  await expect.element(section()).toMatchTextContent("40 logs, 12,345 lines · oldest 2 d ago");
  await expect.element(section()).toMatchTextContent("12 logs of up to 100");
  await expect.element(section()).toMatchTextContent("Deleted earlynothing");
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  for (const [text, name] of [
    ["Every invocation, and the browsers of failed ones", "KEEP_LOGS"],
    ["of 4.10 GB", "KEEP_MB"],
    ["7 days", "KEEP_DAYS"],
    ["32.0 MB of text", "KEEP_SESSION_MB"],
    ["of up to 100", "KEEP_STREAMS"],
  ] as const) {
    await section().getByText(text, { exact: true }).hover();
    await expect.element(screen.getByRole("tooltip").filter({ hasText: name })).toBeVisible();
  }
});

test("what was deleted early is named with its cause, and logs that wait for others", async () => {
  const deleted = { at_ms: earlierMs, logs: 3, lines: 0, pictures: 1, why: "total_size" } as const;
  await draw(evidenceOf({ recorder: { at_ms: Date.now(), following: 100, waiting: 5, deleted } }));
  await expect
    .element(section())
    .toMatchTextContent("the oldest 3 logs and 1 picture: the total exceeded 4.10 GB, 3 h ago");
  await expect.element(section()).toMatchTextContent("5 waiting: lines may be missing");
});

test("a log that was too large, and a leader that no longer reports", async () => {
  const deleted = { at_ms: earlierMs, logs: 0, lines: 1_204, pictures: 0, why: "session_size" } as const;
  await draw(evidenceOf({ recorder: { at_ms: earlierMs, following: 1, waiting: 0, deleted } }));
  await expect.element(section()).toMatchTextContent("the oldest 1,204 lines of a log: it exceeded 32.0 MB");
  await expect.element(section()).toMatchTextContent("last reported 3 h ago");
});

test("without a stored log the section says what will appear", async () => {
  const stored = noLogs;
  await draw(evidenceOf({ settings: { logs: "all" }, stored, recorder: null }));
  await expect.element(section()).toMatchTextContent("Every browser and every invocation");
  await expect.element(section()).toMatchTextContent("Nothing is stored yet. Stored logs");
  await expect.element(section()).toMatchTextContent("not reported yet");
});

test("switched off, the section says what that means and how to change it", async () => {
  const stored = noLogs;
  await draw(
    evidenceOf({ settings: { logs: "off", network: "off", pictures: "off" }, stored, recorder: null }),
  );
  await expect.element(section()).toMatchTextContent("Logs storedNoneLogs are deleted with their browser.");
  await expect.element(section()).not.toMatchTextContent("Followed now");
  await expect.element(section()).not.toMatchTextContent("Stored now");
});

test("pictures are counted beside logs, also alone", async () => {
  const pictures = { pictures: 1_500, picture_bytes: 45_000_000 };
  const bff = emptyBff().one(evidenceOperations.retrieveEvidence, evidenceOf({ stored: pictures }));
  const screen = await renderView(<EvidenceSection />, { at: "/settings", bff });
  await expect.element(section()).toMatchTextContent("40 logs, 12,345 lines, 1,500 pictures · oldest");
  await expect
    .element(section())
    .toMatchTextContent("Size45.2 MB of 4.10 GB · logs 182 kB, compressed from 2.40 MB · pictures 45.0 MB");
  const alone = { logs: "off", network: "off", pictures: "all" } as const;
  const state = evidenceOf({ settings: alone, stored: { ...noLogs, ...pictures }, recorder: null });
  bff.one(evidenceOperations.retrieveEvidence, state);
  await screen.reload();
  await expect.element(section()).toMatchTextContent("Stored now1,500 pictures");
  await expect.element(section()).toMatchTextContent("Size45.0 MB of 4.10 GB · pictures 45.0 MB");
  await expect.element(section()).not.toMatchTextContent("Followed now");
});

test("rules, exceptions, and what was changed by whom", async () => {
  const screen = await draw(
    evidenceOf({
      settings: {
        network: "all",
        pictures: "off",
        exceptions: [
          { app: "shop", logs: "off", video: "all" },
          { pool: "eu", pictures: "failed" },
        ],
      },
      defaults: evidenceSettingsOf(),
      changed: ["network", "pictures", "exceptions"],
      set_by: "ada",
      set_at_ms: earlierMs,
    }),
  );
  await expect
    .element(section())
    .toMatchTextContent(
      "Console and networkEvery browserPicturesNoneVideoNoneExceptionsApplication shop: logs none, video every browserPool eu: pictures browsers of failed invocationsChangedby ada, 3 h ago",
    );
  await section().getByText("Every browser", { exact: true }).hover();
  await expect
    .element(screen.getByRole("tooltip").filter({ hasText: "KEEP_NETWORK" }))
    .toMatchTextContent("KEEP_NETWORK · settings.networkchanged in Settings; variable failed");
});

test("an exception that stores logs is shown as storing, whatever the general rule", async () => {
  const stored = noLogs;
  await draw(evidenceOf({ settings: { logs: "off", exceptions: [{ app: "shop", logs: "all" }] }, stored }));
  await expect.element(section()).toMatchTextContent("12 logs of up to 100");
  await expect.element(section()).toMatchTextContent("Nothing is stored yet.");
});

test("while it loads its rows are in place; a failure is shown with Retry", async () => {
  const bff = emptyBff().hang(evidenceOperations.retrieveEvidence);
  const screen = await renderView(<EvidenceSection />, { at: "/settings", bff });
  await expect.element(section().getByText("Deleted early")).toBeVisible();
  bff.fail(evidenceOperations.retrieveEvidence, 503, "store_unavailable", "The database cannot be read.");
  await screen.reload();
  await expect.element(section().getByRole("alert")).toMatchTextContent("The database cannot be read.");
  await expect.element(section().getByRole("button", { name: "Retry" })).toBeVisible();
  bff.one(evidenceOperations.retrieveEvidence, evidenceOf({}));
  await expect.element(section()).toMatchTextContent("40 logs");
});

test("figures that could not be read again stay, marked as not up to date", async () => {
  const bff = emptyBff().one(evidenceOperations.retrieveEvidence, evidenceOf({}));
  await renderView(<EvidenceSection />, { at: "/settings", bff });
  await expect.element(section()).toMatchTextContent("40 logs");
  bff.fail(evidenceOperations.retrieveEvidence, 503, "store_unavailable", "The database cannot be read.");
  await expect.element(section().getByRole("alert")).toMatchTextContent("The database cannot be read.");
  await expect.element(section()).toMatchTextContent("40 logs");
});
