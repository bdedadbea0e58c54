import { useState } from "react";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { BffError } from "@/lib/queries/bff";
import { renderView } from "@/tests/support/component/render-view";
import { TextField, useSchemaForm } from "./schema-form.tsx";
import { requiredText, wholeNumber } from "./typed-values.ts";

const schema = z.object({ name: requiredText, size: wholeNumber(z.int().check(z.maximum(9))) });
const faultTexts = { name: "Give a name.", size: "At most 9." } as const;

function SizeForm({ onSave }: { onSave: (value: { name: string; size: number }) => unknown }) {
  const [failure, setFailure] = useState<unknown>();
  const form = useSchemaForm({ schema, faultTexts, failure, defaultValues: { name: "", size: "3" } });
  const submit = form.handleSubmit((value) => setFailure(onSave(value)));
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="size" label="Size" />
      <button type="submit">Save</button>
    </form>
  );
}

test("faults are shown at their fields on submit, and the first is focused; then the parsed value is submitted", async () => {
  const saved: unknown[] = [];
  const screen = await renderView(<SizeForm onSave={(value) => void saved.push(value)} />);
  const save = screen.getByRole("button", { name: "Save" });
  await screen.getByLabelText("Size").fill("12");
  await expect.element(screen.getByText("At most 9.")).not.toBeInTheDocument();
  await save.click();
  await expect.element(screen.getByText("Give a name.")).toBeVisible();
  await expect.element(screen.getByText("At most 9.")).toBeVisible();
  await expect.element(screen.getByLabelText("Name")).toHaveFocus();
  await screen.getByLabelText("Name").fill(" blue ");
  await screen.getByLabelText("Size").fill(" 9 ");
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => saved).toEqual([{ name: "blue", size: 9 }]);
});

test("what a failed save says of a field is shown there, and what was typed stays", async () => {
  const refused = new BffError(400, "bad_request", "body.size too large", {
    details: ["body.size too large", "body.name taken"],
  });
  const screen = await renderView(<SizeForm onSave={() => refused} />);
  await screen.getByLabelText("Name").fill("blue");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("At most 9.")).toBeVisible();
  await expect.element(screen.getByLabelText("Name")).toHaveFocus();
  await expect.element(screen.getByLabelText("Name")).toHaveValue("blue");
});

function PresentForm() {
  const [present, setPresent] = useState({ name: "blue", size: "3" });
  const form = useSchemaForm({ schema, values: present, resetOptions: { keepDirtyValues: true } });
  return (
    <form>
      <TextField form={form} name="name" label="Name" />
      <TextField form={form} name="size" label="Size" />
      <button type="button" onClick={() => setPresent({ name: "red", size: "4" })}>
        Change elsewhere
      </button>
      <button type="button" onClick={() => form.reset(undefined, { keepDirtyValues: false })}>
        Discard
      </button>
    </form>
  );
}

test("untouched fields follow the present values; what was typed stays until it is discarded", async () => {
  const screen = await renderView(<PresentForm />);
  const [name, size] = [screen.getByLabelText("Name"), screen.getByLabelText("Size")];
  await name.fill("green");
  await screen.getByRole("button", { name: "Change elsewhere" }).click();
  await expect.element(size).toHaveValue("4");
  await expect.element(name).toHaveValue("green");
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(name).toHaveValue("red");
  await expect.element(size).toHaveValue("4");
});
