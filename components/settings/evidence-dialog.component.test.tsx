import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { EvidencePreview, EvidenceSettings, EvidenceState } from "@/lib/bff/evidence";
import { evidenceOperations } from "@/lib/bff/operations/evidence";
import type { Role } from "@/lib/bff/roles";
import { dayMs } from "@/lib/bff/time-units";
import { appOperations } from "@/lib/contract/operations/apps";
import { poolOperations } from "@/lib/contract/operations/pools";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { evidenceOf, evidenceSettingsOf } from "@/tests/support/component/evidence-fixtures";
import { poolOf } from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { EvidenceSection } from "./evidence-section.tsx";

const { retrieveEvidence, previewEvidence, setEvidenceSettings, resetEvidenceSettings } = evidenceOperations;

/** 41 of 312 browsers under every rule but off; logs of 120 MB per day. */
function previewOf(settings: EvidenceSettings): EvidencePreview {
  const of = (kind: "logs" | "network" | "pictures" | "video", mbPerDay: number | null) => ({
    browsers: settings[kind] === "off" ? 0 : 41,
    invocations: null,
    mb_per_day: settings[kind] === "off" ? 0 : mbPerDay,
  });
  const fromMs = Date.now() - 7 * dayMs;
  return {
    browsers: { examined: 312, from_ms: fromMs, complete: true },
    invocations: { examined: 500, from_ms: fromMs },
    kinds: {
      logs: { ...of("logs", 120), invocations: settings.logs === "off" ? 0 : 500 },
      network: of("network", 30),
      pictures: of("pictures", null),
      video: of("video", null),
    },
  };
}

async function open(
  state: () => EvidenceState = () => evidenceOf({}),
  role: Role = "operator",
  drafts: "none" | "stored" = "none",
) {
  if (drafts === "none") sessionStorage.clear();
  const bff = emptyBff()
    .one(retrieveEvidence, state)
    .list(appOperations.listApps, [
      { id: "a1", app_name: "shop", deployment: "d1", region: "aws.us-east-1a", version: "v1", env_vars: {} },
    ])
    .list(poolOperations.listPools, [poolOf({ id: "p1", name: "checkout" })])
    .on(previewEvidence, async ({ body }) => Response.json(previewOf(settingsIn(body))));
  const screen = await renderView(<EvidenceSection />, { at: "/settings", bff, role });
  const edit = page.getByRole("button", { name: "Edit…" });
  const dialog = screen.getByRole("dialog", { name: "Evidence settings" });
  return { bff, screen, edit, dialog, save: dialog.getByRole("button", { name: /Save$/ }) };
}
// What the form sends was parsed by the operation's own schema.
const settingsIn = (body: unknown): EvidenceSettings => ({ ...evidenceSettingsOf(), ...Object(body) });
const preview = () => page.getByRole("region", { name: "Preview" });
const optionTexts = () =>
  page
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);

test("shows what the rules would have stored while they are chosen, and saves them", async () => {
  let state = evidenceOf({});
  const { bff, edit, dialog, save } = await open(() => state);
  bff.on(setEvidenceSettings, ({ body }) => {
    const settings = settingsIn(body);
    state = evidenceOf({ settings, defaults: evidenceSettingsOf(), changed: ["logs"], set_by: "ada" });
    return Response.json(state);
  });
  await edit.click();
  await expect
    .element(preview())
    .toMatchTextContent(
      "Logs41 of 312 browsers and 500 of 500 invocations in the last 7 days, about 120 MB per day",
    );
  await expect
    .element(preview())
    .toMatchTextContent("Pictures41 of 312 browsers in the last 7 days, size unknown yet");
  await expect.element(preview()).toMatchTextContent("Video0 of 312 browsers in the last 7 days");
  await dialog.getByRole("combobox", { name: "Video" }).click();
  await expect.poll(optionTexts).toEqual(["Every browser", "None"]);
  await page.getByRole("option", { name: "None" }).click();
  await dialog.getByRole("combobox", { name: "Logs" }).click();
  await page.getByRole("option", { name: "None" }).click();
  await expect
    .element(preview())
    .toMatchTextContent("Logs0 of 312 browsers and 0 of 500 invocations in the last 7 days");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(setEvidenceSettings).map(({ body }) => body)).toEqual([
    { ...evidenceSettingsOf({ logs: "off" }), expected_set_at_ms: null },
  ]);
  await expect.element(page.getByRole("region", { name: "Evidence" })).toMatchTextContent("Logs storedNone");
});

test("warns of a limit that is full before the days are over", async () => {
  const { edit, dialog } = await open();
  await edit.click();
  await expect.element(preview()).toMatchTextContent("120 MB per day");
  await expect.element(preview()).not.toMatchTextContent("is full after");
  await dialog.getByLabelText("Total in MB").fill("400");
  await expect
    .element(preview())
    .toMatchTextContent(
      "400 MB is full after about 2 days at about 150 MB per day. Then the oldest is deleted before 7 days are over.",
    );
});

test("says at each field what is wrong, and sends nothing", async () => {
  const { bff, edit, dialog, save } = await open();
  await edit.click();
  await dialog.getByLabelText("Days").fill("0");
  await dialog.getByRole("button", { name: "Add exception" }).click();
  await save.click();
  await expect.element(dialog).toMatchTextContent("Enter a whole number from 1 to 3,650.");
  await expect.element(dialog).toMatchTextContent("Enter a name.");
  await expect.element(preview()).toMatchTextContent("Complete the fields above.");
  await dialog.getByLabelText("Days").fill("30");
  await dialog.getByRole("combobox", { name: "Application" }).fill("shop");
  await save.click();
  await expect
    .element(dialog)
    .toMatchTextContent(/Must have a rule for at least one of logs, network, pictures, video\./);
  expect(bff.calls(setEvidenceSettings)).toEqual([]);
});

test("exceptions are of known names or typed ones, and can be removed", async () => {
  const exceptions: EvidenceSettings["exceptions"] = [{ app: "old", logs: "all" }];
  const { bff, edit, dialog, save } = await open(() => evidenceOf({ settings: { exceptions } }));
  bff.one(setEvidenceSettings, evidenceOf({}));
  await edit.click();
  await dialog.getByRole("button", { name: "Remove exception 1" }).click();
  await expect.element(dialog.getByRole("button", { name: "Add exception" })).toHaveFocus();
  await dialog.getByRole("button", { name: "Add exception" }).click();
  const exception = dialog.getByRole("group", { name: "Exception 1" });
  await exception.getByRole("combobox", { name: "For" }).click();
  await page.getByRole("option", { name: "Pool" }).click();
  await exception.getByRole("combobox", { name: "Pool id or name" }).click();
  await page.getByRole("option", { name: "checkout" }).click();
  await exception.getByRole("combobox", { name: "Video" }).click();
  await expect.poll(optionTexts).toEqual(["General rule", "Every browser", "None"]);
  await page.getByRole("option", { name: "Every browser" }).click();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(setEvidenceSettings).map(({ body }) => body)).toEqual([
    {
      ...evidenceSettingsOf({ exceptions: [{ pool: "checkout", video: "all" }] }),
      expected_set_at_ms: null,
    },
  ]);
});

test("a failed save stays open with the draft, and a change by another operator is named", async () => {
  let state = evidenceOf({});
  const { bff, edit, dialog, save } = await open(() => state);
  bff.on(setEvidenceSettings, () => problem(503, "store_unavailable", "The store does not answer."));
  await edit.click();
  await dialog.getByLabelText("Days").fill("30");
  await save.click();
  await expect.element(dialog.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect.element(dialog.getByLabelText("Days")).toHaveValue("30");
  state = evidenceOf({ settings: { days: 9 }, set_by: "bob", set_at_ms: Date.now() });
  await expect
    .element(dialog)
    .toMatchTextContent(/bob changed the settings .*Saving replaces these changes\./);
  await expect.element(dialog.getByLabelText("Days")).toHaveValue("30");
});

test("settings that somebody else changes meanwhile are replaced only after that was said", async () => {
  let state = evidenceOf({ set_by: "ada", set_at_ms: 5 });
  const { bff, edit, dialog, save } = await open(() => state);
  bff.on(setEvidenceSettings, () => {
    state = evidenceOf({ settings: { days: 9 }, set_by: "bob", set_at_ms: 6 });
    return problem(409, "settings_changed", "The settings were changed after you opened them.");
  });
  await edit.click();
  await dialog.getByLabelText("Days").fill("30");
  await save.click();
  await expect
    .element(dialog.getByRole("alert").filter({ hasText: "Not saved" }))
    .toMatchTextContent("The settings were changed after you opened them");
  await expect
    .element(dialog)
    .toMatchTextContent(/bob changed the settings .*Saving replaces these changes\./);
  bff.one(setEvidenceSettings, state);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(setEvidenceSettings).map(({ body }) => body)).toMatchObject([
    { days: 30, expected_set_at_ms: 5 },
    { days: 30, expected_set_at_ms: 6 },
  ]);
});

test("a restored draft says what somebody else changed since it was begun, until it is started over", async () => {
  let state = evidenceOf({ set_by: "ada", set_at_ms: 5 });
  const first = await open(() => state);
  await first.edit.click();
  await first.dialog.getByRole("button", { name: "Add exception" }).click();
  await first.dialog.getByRole("combobox", { name: "Application" }).fill("shop");
  await expect.element(first.dialog).not.toMatchTextContent("changed the settings");
  await first.screen.unmount();
  state = evidenceOf({
    settings: { exceptions: [{ app: "old", logs: "all" }] },
    set_by: "bob",
    set_at_ms: 6,
  });
  const { screen, edit, dialog } = await open(() => state, "operator", "stored");
  await edit.click();
  await expect.element(dialog.getByRole("combobox", { name: "Application" })).toHaveValue("shop");
  const warning = /bob changed the settings .*Saving replaces these changes\./;
  await expect.element(dialog).toMatchTextContent(warning);
  await dialog.getByLabelText("Days").fill("30");
  await expect.element(dialog).toMatchTextContent(warning);
  await screen.getByRole("button", { name: "Start over" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Application" })).toHaveValue("old");
  await expect.element(dialog).not.toMatchTextContent("changed the settings");
});

test("a preview that cannot be read does not keep from saving", async () => {
  const { bff, edit, dialog, save } = await open();
  bff.fail(previewEvidence, 503, "store_unavailable", "The store does not answer.");
  bff.one(setEvidenceSettings, evidenceOf({}));
  await edit.click();
  await expect.element(preview().getByRole("alert")).toMatchTextContent("The store does not answer.");
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("is reset after a confirmation, where something was changed", async () => {
  let state = evidenceOf({ changed: ["days"], set_by: "ada", set_at_ms: Date.now() });
  const { bff } = await open(() => state);
  bff.one(resetEvidenceSettings, () => {
    state = evidenceOf({});
    return state;
  });
  await page.getByRole("button", { name: "Reset to defaults…" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect.element(confirmation).toMatchTextContent("the exceptions are deleted");
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect.element(confirmation).not.toBeInTheDocument();
  expect(bff.calls(resetEvidenceSettings)).toEqual([]);
  await page.getByRole("button", { name: "Reset to defaults…" }).click();
  await confirmation.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => bff.calls(resetEvidenceSettings).length).toBe(1);
  await expect.element(page.getByRole("button", { name: "Reset to defaults…" })).not.toBeInTheDocument();
});

test("a viewer sees the settings, and which role may change them", async () => {
  const { edit } = await open(() => evidenceOf({ changed: ["days"] }), "viewer");
  await expect.element(page.getByText("7 days", { exact: true })).toBeVisible();
  for (const button of [edit, page.getByRole("button", { name: "Reset to defaults…" })])
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
});
