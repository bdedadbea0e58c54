import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { AppShell } from "./app-shell.tsx";

function Suspended({ onSuspend }: { onSuspend: () => void }) {
  onSuspend();
  return null;
}

const draw = (onSignOut = vi.fn(), onSuspend = vi.fn()) =>
  renderView(
    <Suspense fallback={<Suspended onSuspend={onSuspend} />}>
      <AppShell
        operator={{ name: "ada", role: "admin" }}
        environment={{ name: "test", color: "gray" }}
        onSignOut={onSignOut}
      >
        <h1>Overview</h1>
      </AppShell>
    </Suspense>,
    { at: "/", bff: emptyBff() },
  );

// First, while their code is not loaded yet.
test("the page stays visible while what a key opens loads", async () => {
  const suspended = vi.fn();
  await draw(undefined, suspended);
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(suspended).not.toHaveBeenCalled();
});

test("the palette opens by its key, finds a page by typed text, and has no accessibility violations", async () => {
  const screen = await draw();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  expect(await axeViolationsIn(palette.element())).toEqual([]);
  await userEvent.keyboard("sett");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Settings");
  await userEvent.keyboard("{Enter}");
  await expect.element(palette).not.toBeInTheDocument();
  expect(screen.address()).toBe("/settings");
});

test("the palette offers to search logs for any text, after what has that name", async () => {
  const screen = await draw();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("pools");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Pools");
  await expect.element(palette.getByRole("option", { name: "Search logs for pools" })).toBeVisible();
  await userEvent.keyboard(" are empty");
  await expect
    .element(palette.getByRole("option", { selected: true }))
    .toMatchTextContent("Search logs for pools are empty");
  await userEvent.keyboard("{Enter}");
  expect(screen.address()).toBe("/search?q=pools+are+empty");
});

test("the shortcuts open by their key, and closing restores the focus", async () => {
  await draw();
  const search = page.getByRole("button", { name: /^Account/ });
  search.element().focus();
  await userEvent.keyboard("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(shortcuts).toBeVisible();
  expect(await axeViolationsIn(shortcuts.element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(shortcuts).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
});

test("the account menu shows the operator and signs out once", async () => {
  const signOut = vi.fn();
  await draw(signOut);
  await page.getByRole("button", { name: /^Account/ }).click();
  const item = page.getByRole("menuitem", { name: "Sign out" });
  await expect.element(item).toBeVisible();
  await expect.element(page.getByRole("menu")).toMatchTextContent("ada");
  expect(await axeViolationsIn(page.getByRole("menu").element())).toEqual([]);
  await item.click();
  expect(signOut).toHaveBeenCalledTimes(1);
});

test("on a phone the pages are behind a button, and following a link closes them", async () => {
  await page.viewport(390, 844);
  const screen = await draw();
  await page.getByRole("button", { name: "Pages", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect.element(drawer.getByRole("link", { name: /^Proxies/ })).toBeVisible();
  expect(await axeViolationsIn(drawer.element())).toEqual([]);
  await drawer.getByRole("link", { name: /^Proxies/ }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  expect(screen.address()).toBe("/proxies");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await page.viewport(1440, 900);
});
