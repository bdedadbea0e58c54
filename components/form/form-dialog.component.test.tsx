// A form in a dialog: what is typed outlives everything but saving and discarding it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { Button } from "@/components/ui/button";
import { removeDrafts } from "@/components/ui/remove-drafts";
import { Toaster } from "@/components/ui/toast";
import { BffError } from "@/lib/queries/bff";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { FormDialog, ReasonField } from "./form-dialog.tsx";
import { TextField } from "./schema-form.tsx";
import { requiredText } from "./typed-values.ts";
import { useFormDialog } from "./use-form-dialog.ts";

const schema = z.object({
  name: requiredText,
  login: z.object({ user: z.string(), password: z.string() }),
  reason: z.string(),
});
const faultTexts = { name: "Give a name." } as const;
type Saved = z.output<typeof schema>;

function ThingDialog({ save, onClose }: { save: (sent: Saved) => Promise<void>; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values: { name: "", login: { user: "", password: "" }, reason: "" },
    draft: "thing",
    secrets: ["password"],
    conflictField: "name",
    act: useMutation({ mutationFn: save, retry: false }),
    toSend: (thing) => thing,
    onSaved: onClose,
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title="Make a thing"
      submitLabel="Make"
      failedTitle="Not made"
      effect={`Makes ${form.watch("name") || "nothing"}.`}
    >
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="login.user" label="User" />
      <TextField form={form} name="login.password" label="Password" type="password" />
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}

function Things({ save }: { save: (sent: Saved) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Make…</Button>
      {open ? <ThingDialog save={save} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

async function openThings(save: (sent: Saved) => Promise<void> = () => Promise.resolve()) {
  removeDrafts();
  const screen = await renderView(<Things save={save} />);
  await opener().click();
  return screen;
}
const opener = () => page.getByRole("button", { name: "Make…" });
const dialog = () => page.getByRole("dialog", { name: "Make a thing" });
const field = (name: string) => dialog().getByLabelText(name);
const button = (name: string) => dialog().getByRole("button", { name, exact: true });

test("a reload loses nothing that was typed but secrets, which are never stored", async () => {
  const screen = await openThings();
  await field("Name").fill("blue");
  await field("User").fill("ada");
  await field("Password").fill("of nobody");
  expect(Object.values(sessionStorage).join()).not.toContain("of nobody");
  await screen.reload();
  await opener().click();
  await expect.element(field("Name")).toHaveValue("blue");
  await expect.element(field("User")).toHaveValue("ada");
  await expect.element(field("Password")).toHaveValue("");
  await expect
    .element(dialog().getByText(/^Your unsaved changes were restored, without secrets/))
    .toBeVisible();
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await button("Start over").click();
  await expect.element(field("Name")).toHaveValue("");
  await expect.element(button("Start over")).not.toBeInTheDocument();
  await screen.reload();
  await opener().click();
  await expect.element(field("Name")).toHaveValue("");
});

/** Two pages of one load. */
function Pages() {
  const [away, setAway] = useState(false);
  return (
    <>
      <Button onClick={() => setAway(!away)}>Other page</Button>
      {away ? null : <Things save={() => Promise.resolve()} />}
    </>
  );
}

test("another page loses nothing that was typed, and no secret is stored", async () => {
  removeDrafts();
  await renderView(<Pages />);
  const other = page.getByRole("button", { name: "Other page" }).element();
  const switchPages = () => other instanceof HTMLElement && other.click();
  await opener().click();
  await field("Name").fill("blue");
  await field("Password").fill("of nobody");
  switchPages();
  await expect.element(opener()).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).not.toContain("of nobody");
  switchPages();
  await opener().click();
  await expect.element(field("Name")).toHaveValue("blue");
  await expect.element(field("Password")).toHaveValue("of nobody");
  await expect.element(dialog().getByText("Your unsaved changes were restored.")).toBeVisible();
  await button("Make").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await opener().click();
  await expect.element(field("Password")).toHaveValue("");
});

test("a save that fails after the page was left is shown as a notice", async () => {
  const saved = Promise.withResolvers<void>();
  const screen = await openThings(() => saved.promise);
  await field("Name").fill("blue");
  await button("Make").click();
  await expect.element(button("Working Make")).toBeVisible();
  // The next page of the same load.
  await screen.rerender(<Toaster />);
  saved.reject(new BffError(409, "conflict", "There is a thing named blue already."));
  await expect.element(page.getByText("Not made")).toBeVisible();
  await expect.element(page.getByText("There is a thing named blue already.")).toBeVisible();
});

test("the draft of another operator is not shown", async () => {
  sessionStorage.setItem("fleetdeck:draft:bo:thing", JSON.stringify({ name: "of bo" }));
  const screen = await renderView(<Things save={() => Promise.resolve()} />);
  await opener().click();
  await expect.element(field("Name")).toHaveValue("");
  await screen.unmount();
  removeDrafts();
});

test("closing asks only when something was typed, and Escape answers no", async () => {
  await openThings();
  await expect.element(field("Name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await opener().click();
  await field("Name").fill("blue");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog().getByText("Discard your changes?")).toBeVisible();
  await expect.element(button("Keep editing")).toHaveFocus();
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(field("Name")).toHaveValue("blue");
  await button("Cancel").click();
  await button("Discard").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await opener().click();
  await expect.element(field("Name")).toHaveValue("");
});

test("a failed save keeps what was typed; faults stand at their fields, the rest above the buttons", async () => {
  const failures = [
    new BffError(400, "bad_request", "two", { details: ["body.login.user: is not known", "it is too late"] }),
    new BffError(409, "conflict", "there is a thing named blue already"),
    new BffError(0, "dashboard_unreachable", "The dashboard cannot be reached."),
  ];
  const saved: Saved[] = [];
  await openThings((sent) => {
    const failure = failures.shift();
    if (failure !== undefined) return Promise.reject(failure);
    saved.push(sent);
    return Promise.resolve();
  });
  await button("Make").click();
  await expect.element(dialog().getByText("Give a name.")).toBeVisible();
  await expect.element(field("Name")).toHaveFocus();
  await field("Name").fill("blue");
  await button("Make").click();
  await expect.element(dialog().getByText("Is not known.")).toBeVisible();
  await expect.element(field("User")).toHaveFocus();
  await expect.element(dialog().getByText("Not made")).toBeVisible();
  await field("User").fill("ada");
  await button("Make").click();
  await expect.element(dialog().getByText("There is a thing named blue already.")).toBeVisible();
  await expect.element(dialog().getByText("Not made")).not.toBeInTheDocument();
  await field("Name").fill("red");
  await button("Make").click();
  await expect.element(dialog().getByText("The dashboard cannot be reached.")).toBeVisible();
  await expect.element(dialog().getByText("Makes red.")).toBeVisible();
  await button("Make").dblClick();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(saved).toEqual([{ name: "red", login: { user: "ada", password: "" }, reason: "" }]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("on a phone the last field of a long form scrolls above its foot, which has a line", async () => {
  await page.viewport(390, 480);
  onTestFinished(() => page.viewport(1440, 900));
  await openThings();
  const [last, effect] = [
    dialog().getByRole("textbox", { name: /^Reason/ }),
    dialog().getByText("Makes nothing."),
  ];
  await expect.element(last).toBeInTheDocument();
  const foot = effect.element().closest(".border-t");
  if (foot === null) throw new Error("The foot has no line.");
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  expect(bottomOf(last.element())).toBeGreaterThan(topOf(foot));
  last.element().scrollIntoView({ block: "end" });
  expect(bottomOf(last.element())).toBeLessThanOrEqual(topOf(foot));
  expect(foot.contains(button("Make").element())).toBe(true);
  expect(bottomOf(button("Make").element())).toBeLessThan(bottomOf(dialog().element()));
});
