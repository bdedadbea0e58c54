import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { proxyCheckOperations } from "@/lib/bff/operations/proxies";
import type { ProxySchedule } from "@/lib/bff/proxies";
import type { Role } from "@/lib/bff/roles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { scheduleOf } from "@/tests/support/component/proxy-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { ProxiesView } from "./proxies-view.tsx";

async function openSchedule(schedule: () => ProxySchedule | Promise<ProxySchedule>, role: Role = "admin") {
  sessionStorage.clear();
  const bff = emptyBff().one(proxyCheckOperations.readProxySchedule, schedule);
  const screen = await renderView(<ProxiesView />, { at: "/proxies", bff, role });
  const open = () => screen.getByRole("button", { name: "Schedule…" }).click();
  await open();
  const dialog = screen.getByRole("dialog", { name: "Scheduled checks" });
  return {
    screen,
    bff,
    open,
    dialog,
    every: dialog.getByLabelText("Minutes between checks"),
    reason: dialog.getByLabelText("Reason"),
    save: dialog.getByRole("button", { name: /Save$/ }),
  };
}

test("is off until set, bounded, and not sent without a reason", async () => {
  let schedule = scheduleOf({ spent: 1 });
  const { bff, dialog, every, reason, save, open } = await openSchedule(() => schedule);
  bff.one(proxyCheckOperations.setProxySchedule, () => {
    schedule = scheduleOf({ enabled: true, every_minutes: 30, set_by: "ada", set_at_ms: Date.now() });
    return schedule;
  });
  await expect.element(dialog.getByRole("switch")).not.toBeChecked();
  await expect.element(dialog).toMatchTextContent("Not set yet");
  await expect.element(dialog).toMatchTextContent("1 in the last hour.");
  await dialog.getByRole("switch").click();
  await every.fill("0");
  await reason.fill("nightly");
  await save.click();
  await expect.element(dialog).toMatchTextContent("Enter a whole number from 1 to 1,440.");
  await every.fill("30");
  await reason.fill(" ");
  await save.click();
  await expect.element(dialog).toMatchTextContent("Give a reason.");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  expect(bff.calls(proxyCheckOperations.setProxySchedule)).toEqual([]);
  await reason.fill("nightly");
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [sent, ...more] = bff.calls(proxyCheckOperations.setProxySchedule);
  expect(more).toEqual([]);
  expect(sent?.body).toEqual({ enabled: true, every_minutes: 30, per_hour: 60, expected_set_at_ms: null });
  expect(sent?.headers.get(bffHeaders.reason)).toBe("nightly");
  await open();
  await expect.element(dialog).toMatchTextContent("Set by ada");
  await expect.element(dialog.getByRole("switch")).toBeChecked();
});

test("starts with the present setting, not with one read at an earlier opening", async () => {
  let read: Promise<ProxySchedule> = Promise.resolve(scheduleOf({ every_minutes: 41 }));
  const { every, dialog, open } = await openSchedule(() => read);
  await expect.element(every).toHaveValue("41");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  const answered = Promise.withResolvers<ProxySchedule>();
  read = answered.promise;
  await open();
  await expect.element(dialog).toBeVisible();
  await expect.element(every).not.toBeInTheDocument();
  answered.resolve(scheduleOf({ every_minutes: 42 }));
  await expect.element(every).toHaveValue("42");
});

test("stays open while saving; a failure is shown in it with the draft", async () => {
  const answered = Promise.withResolvers<void>();
  const { bff, dialog, every, reason, save } = await openSchedule(() => scheduleOf());
  bff.on(proxyCheckOperations.setProxySchedule, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await every.fill("43");
  await reason.fill("nightly");
  await save.click();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  answered.resolve();
  await expect.element(dialog.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect.element(every).toHaveValue("43");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toMatchTextContent("Discard your changes?");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a setting that somebody else changes meanwhile is replaced only after that was shown, field by field", async () => {
  let schedule = scheduleOf({ set_by: "ada", set_at_ms: 5 });
  const { bff, dialog, every, reason, save } = await openSchedule(() => schedule);
  bff.on(proxyCheckOperations.setProxySchedule, () => {
    schedule = scheduleOf({ enabled: true, per_hour: 12, set_by: "bob", set_at_ms: 6 });
    return problem(409, "schedule_changed", "The schedule was changed after you opened it.");
  });
  await every.fill("30");
  await reason.fill("nightly");
  await save.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent("The schedule was changed after you opened it");
  await expect.element(dialog).toMatchTextContent("Set by bob");
  await expect.element(dialog.getByLabelText("Maximum checks per hour")).toHaveValue("12");
  await expect.element(every).toHaveValue("30");
  bff.one(proxyCheckOperations.setProxySchedule, schedule);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(proxyCheckOperations.setProxySchedule).map(({ body }) => body)).toEqual([
    { enabled: false, every_minutes: 30, per_hour: 60, expected_set_at_ms: 5 },
    { enabled: true, every_minutes: 30, per_hour: 12, expected_set_at_ms: 6 },
  ]);
});

test("what was typed outlives a reload, until it is discarded", async () => {
  const { screen, dialog, every, open } = await openSchedule(() => scheduleOf());
  await every.fill("43");
  await screen.reload();
  await open();
  await expect.element(every).toHaveValue("43");
  await expect.element(dialog).toMatchTextContent("Your unsaved changes were restored.");
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect.element(every).toHaveValue("60");
});

test("a setting that the server refuses is marked at its field", async () => {
  const { bff, dialog, reason, save } = await openSchedule(() => scheduleOf());
  bff.on(proxyCheckOperations.setProxySchedule, () =>
    problem(400, "bad_request", "body.per_hour: must be at most 100"),
  );
  await reason.fill("nightly");
  await save.click();
  await expect
    .element(dialog.getByLabelText("Maximum checks per hour"))
    .toHaveAttribute("aria-invalid", "true");
});

test("is read-only without the role to change it", async () => {
  const { save } = await openSchedule(() => scheduleOf({ every_minutes: 7 }), "operator");
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
});
