import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { Textarea } from "./textarea.tsx";

test("a field says that pasted text was cut, until something else is typed", async () => {
  const screen = await renderView(
    <>
      <Textarea aria-label="Elsewhere" defaultValue="0123456789" />
      <Field label="Name" hint="Shown in lists.">
        <Input maxLength={8} />
      </Field>
    </>,
  );
  const name = screen.getByLabelText("Name");
  const notice = screen.getByText("The pasted text was cut: at most 8 characters fit here.");
  const announced = screen
    .getByLabelText("Name")
    .element()
    .parentElement?.querySelector("[aria-live=polite]");
  await screen.getByLabelText("Elsewhere").click();
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.copy();
  await name.click();
  await userEvent.paste();
  await expect.element(name).toHaveValue("01234567");
  await expect.element(notice).toBeVisible();
  expect(notice.element()).toBe(announced);
  await expect
    .element(name)
    .toHaveAccessibleDescription("Shown in lists. The pasted text was cut: at most 8 characters fit here.");
  await userEvent.keyboard("{Backspace}");
  await expect.element(notice).not.toBeInTheDocument();
  await name.fill("01234567");
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.copy();
  await userEvent.paste();
  await expect.element(name).toHaveValue("01234567");
  await expect.element(notice).not.toBeInTheDocument();
});

test("a field does not say that text was cut where nothing is pasted, or only line ends are left out", async () => {
  const screen = await renderView(
    <>
      <Textarea aria-label="Elsewhere" defaultValue={"01234567\n\n"} />
      <Field label="Name">
        <Input maxLength={8} />
      </Field>
      <Field label="Reason">
        <Textarea maxLength={4} readOnly defaultValue="0123" />
      </Field>
    </>,
  );
  await screen.getByLabelText("Elsewhere").click();
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.copy();
  await screen.getByLabelText("Reason").click();
  await userEvent.paste();
  await screen.getByLabelText("Name").click();
  await userEvent.paste();
  await expect.element(screen.getByLabelText("Name")).toHaveValue("01234567");
  await expect.element(screen.getByText(/^The pasted text was cut/)).not.toBeInTheDocument();
});

function Resettable() {
  const [text, setText] = useState("");
  const [count, setCount] = useState(0);
  return (
    <>
      <Textarea aria-label="Elsewhere" defaultValue="0123456789" />
      <Field label="Name">
        <Input maxLength={8} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <button type="button" onClick={() => setCount(count + 1)}>
        Drawn again {count}
      </button>
      <button type="button" onClick={() => setText("")}>
        Start over
      </button>
    </>
  );
}

test("the notice that pasted text was cut goes once the program replaces the text, not before", async () => {
  const screen = await renderView(<Resettable />);
  const notice = screen.getByText(/^The pasted text was cut/);
  await screen.getByLabelText("Elsewhere").click();
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.copy();
  await screen.getByLabelText("Name").click();
  await userEvent.paste();
  await userEvent.paste();
  await expect.element(screen.getByLabelText("Name")).toHaveValue("01234567");
  await screen.getByRole("button", { name: "Drawn again 0" }).click();
  await expect.element(screen.getByRole("button", { name: "Drawn again 1" })).toBeVisible();
  await expect.element(notice).toBeVisible();
  await screen.getByRole("button", { name: "Start over" }).click();
  await expect.element(notice).not.toBeInTheDocument();
});
