// Selecting invocations: by pointer and keyboard, across pages, all that match, and while new rows arrive.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { openInvocations } from "@/tests/support/component/invocation-table";

function sevenInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (let at = 0; at < 2; at += 1) backend.add();
  for (let at = 0; at < 5; at += 1) backend.add({ status: "failed" });
  return backend;
}

test("takes ranges by pointer and keyboard, persists across pages, and Esc clears it", async () => {
  const backend = sevenInvocations();
  const newest = [...backend.invocations.keys()].toReversed();
  const screen = await openInvocations(backend, "?limit=3");
  const { ids, bar, box } = screen;
  await expect.poll(ids).toEqual(newest.slice(0, 3));
  await box(newest[0] ?? "").click();
  await userEvent.click(box(newest[2] ?? ""), { modifiers: ["Shift"] });
  await expect.element(bar).toMatchTextContent("3 invocations selected");
  await box(newest[1] ?? "").click();
  await expect.element(bar).toMatchTextContent("2 invocations selected");
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(ids).toEqual(newest.slice(3, 6));
  await expect.element(bar).toMatchTextContent("2 invocations selected");

  screen.row(0).focus();
  await userEvent.keyboard("x");
  await expect.element(bar).toMatchTextContent("3 invocations selected");
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await expect.element(bar).toMatchTextContent("5 invocations selected");
  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}");
  await expect.element(bar).toMatchTextContent("4 invocations selected");
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  await userEvent.keyboard(" ");
  await expect.element(bar).toMatchTextContent("3 invocations selected");
  await userEvent.keyboard("{Control>}a{/Control}");
  await expect.element(bar).toMatchTextContent("5 invocations selected");

  // With the sheet open, the first Esc closes the sheet.
  await userEvent.keyboard("j");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(bar).toMatchTextContent("5 invocations selected");
  await userEvent.keyboard("{Escape}");
  await expect.element(bar).not.toBeInTheDocument();
});

test("offers all that match once the page is selected, and persists while new rows arrive", async () => {
  const backend = sevenInvocations();
  const screen = await openInvocations(backend, "?limit=2&status=failed");
  const { ids, bar, box } = screen;
  await expect.poll(ids).toHaveLength(2);
  const [first = ""] = ids();
  const all = screen.getByRole("checkbox", { name: "Select all rows on this page" });
  await box(first).click();
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  const offer = screen.getByRole("button", { name: /^Select all matches/ });
  await expect.element(offer).toBeVisible();
  expect(await axeViolationsIn(screen.getByRole("main").element())).toEqual([]);
  await offer.click();
  await expect.element(screen.getByText("All 5 matches are selected.")).toBeVisible();
  await expect.element(bar).toMatchTextContent("5 invocations selected");
  const { id } = backend.add({ status: "failed" });
  await screen.getByRole("button", { name: "1 new" }).click();
  await expect.poll(() => ids()[0]).toBe(id);
  await expect.element(box(id)).not.toBeChecked();
  await expect.element(box(first)).toBeChecked();
  await expect.element(bar).toMatchTextContent("5 invocations selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(bar).not.toBeInTheDocument();
  // The first of the selected rows, after the one that arrived since.
  await expect.element(screen.row(1)).toHaveFocus();
});

test("what is selected by hand while all that match are read stays", async () => {
  const backend = sevenInvocations();
  const screen = await openInvocations(backend, "?limit=2&status=failed&live=off");
  const { ids, bar, box } = screen;
  await expect.poll(ids).toHaveLength(2);
  await screen.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  const read = Promise.withResolvers<void>();
  backend.bff.on(invocationOperations.listInvocations, async ({ query }) => {
    await read.promise;
    return Response.json(backend.matching(query));
  });
  const offer = screen.getByRole("button", { name: /Select all matches/ });
  await offer.click();
  await expect.element(offer).toHaveAttribute("aria-busy", "true");
  await box(ids()[0] ?? "").click();
  await expect.element(bar).toMatchTextContent("1 invocation selected");
  read.resolve();
  await screen.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await expect.element(offer).not.toHaveAttribute("aria-busy", "true");
  await expect.element(bar).toMatchTextContent("2 invocations selected");
});
