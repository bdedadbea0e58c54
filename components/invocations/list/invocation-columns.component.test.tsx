// Columns of the invocation table: chosen, moved, resized, added from a payload, and stored in the address.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { openInvocations } from "@/tests/support/component/invocation-table";

const usual = ["Status", "Action", "Application", "Version", "Started", "Duration", "Reason"];

function someInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (const query of ["oak", "lamp"]) backend.add({ payload: JSON.stringify({ query }) });
  for (let at = 0; at < 5; at += 1) backend.add({ status: "failed", payload: JSON.stringify({ at }) });
  return backend;
}

test("are hidden, moved, added from a payload and resized; a link restores them", async () => {
  const screen = await openInvocations(someInvocations(), "?live=off");
  const { headers, table } = screen;
  await expect.poll(headers).toEqual(usual);
  await screen.getByRole("button", { name: "Columns" }).click();
  const chooser = screen.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("checkbox", { name: "Application" }).click();
  await chooser.getByRole("checkbox", { name: "Id", exact: true }).click();
  await expect.poll(headers).toEqual(["Status", "Action", "Version", "Started", "Duration", "Reason", "Id"]);
  // Focus stays on the moved column, so that it can be moved again in either direction.
  const named = ["Status", "Action", "Version", "Started", "Duration"];
  for (const [way, order] of [
    ["up", [...named, "Id", "Reason"]],
    ["down", [...named, "Reason", "Id"]],
    ["up", [...named, "Id", "Reason"]],
  ] as const) {
    const button = chooser.getByRole("button", { name: `Move Id ${way}` });
    button.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(headers).toEqual(order);
    await expect.element(button).toHaveFocus();
  }
  await expect.element(chooser.getByRole("status")).toMatchTextContent("Id: place 6 of 7");

  const path = chooser.getByRole("combobox", { name: "Path" });
  await path.fill("query");
  await userEvent.keyboard("{Enter}");
  await expect.element(chooser.getByRole("alert")).toMatchTextContent("starts with $");
  await path.fill("$.query");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => headers().at(-1)).toMatch(/\$\.query/);
  expect(await axeViolationsIn(chooser.element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(chooser).not.toBeInTheDocument();
  const last = screen.column(headers().at(-1) ?? "");
  expect([last[0], last.at(-1)]).toEqual(["–", "oak"]);

  const edge = table.getByRole("separator", { name: "Width of Action" });
  const before = Number(edge.element().getAttribute("aria-valuenow"));
  edge.element().focus();
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{/Shift}");
  await expect.element(edge).toHaveAttribute("aria-valuenow", String(before + 48));
  await expect.poll(() => screen.search().get("cols")).toMatch(new RegExp(`action_name~${before + 48}`));
  const status = table.getByRole("separator", { name: "Width of Status" });
  const widthBefore = Number(status.element().getAttribute("aria-valuenow"));
  await userEvent.dragAndDrop(status, table.getByRole("columnheader", { name: "Action" }), {
    sourcePosition: { x: 5, y: 10 },
    targetPosition: { x: 45, y: 10 },
  });
  await expect.poll(() => screen.search().get("cols")).toMatch(/status~\d+/);
  const widened = Number(/status~(\d+)/.exec(screen.search().get("cols") ?? "")?.[1]);
  expect(widened).toBeGreaterThan(widthBefore + 20);

  // Another browser opens the same address.
  const shown = headers();
  await screen.reload();
  await expect.poll(headers).toEqual(shown);
  await expect.element(edge).toHaveAttribute("aria-valuenow", String(before + 48));
  await screen.getByRole("button", { name: "Columns" }).click();
  await chooser.getByRole("button", { name: "Reset" }).click();
  await expect.poll(headers).toEqual(usual);
  expect(screen.search().get("cols")).toBeNull();
});

test("that do not exist are reported and ignored", async () => {
  const screen = await openInvocations(someInvocations(), "?cols=status,nonsense,output$.a[");
  await expect.poll(screen.ids).toHaveLength(7);
  await expect.element(screen.getByText(/ignored.*no column nonsense/i)).toBeVisible();
  expect(screen.headers()).toEqual(["Status"]);
});

test("are on a phone two lines a row, and a tap anywhere on them opens the invocation", async () => {
  await page.viewport(390, 844);
  const backend = new InvocationBackend();
  const failed = backend.add({ status: "failed", status_reason: "Timeout waiting for #pay" });
  backend.add({ app_name: "checkout", version: "v12" });
  const screen = await openInvocations(backend, "?live=off");
  await expect.poll(screen.ids).toHaveLength(2);
  const cards = screen.table.getByRole("row").filter({ hasText: /failed|succeeded/ });
  for (const card of cards.elements()) expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(64);
  await expect.element(cards.filter({ hasText: "failed" })).toMatchTextContent("Timeout waiting for #pay");
  await expect.element(cards.filter({ hasText: "succeeded" })).toMatchTextContent("checkout v12");
  expect(screen.getByRole("checkbox").elements()).toEqual([]);
  expect(await axeViolationsIn(document.body)).toEqual([]);
  // Where the action is written: on a wide screen a click there filters.
  await cards.filter({ hasText: "failed" }).click({ position: { x: 140, y: 18 } });
  await expect.poll(() => screen.search().get("open")).toBe(failed.id);
  await page.viewport(1440, 900);
});

test("can be chosen, and cards selected, by touch on a phone without horizontal overflow", async () => {
  await page.viewport(390, 844);
  const screen = await openInvocations(
    someInvocations(),
    "?cols=status,action_name,id,payload$.query&live=off",
  );
  await expect.poll(screen.ids).toHaveLength(7);
  await screen.getByRole("button", { name: "Select", exact: true }).click();
  await screen.box(screen.ids()[0] ?? "").click();
  await screen.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await expect.element(screen.bar).toMatchTextContent("7 invocations selected");
  await screen.getByRole("button", { name: "Columns" }).click();
  const chooser = screen.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("button", { name: "Move $.query up" }).click();
  await expect.poll(() => screen.search().get("cols")).toMatch(/payload\$\.query,id$/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await axeViolationsIn(document.body)).toEqual([]);
  await page.viewport(1440, 900);
});
