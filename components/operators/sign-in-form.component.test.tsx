import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { SignInForm } from "./sign-in-form.tsx";

const environment = { name: "test", color: "gray" } as const;

test("a refusal by the provider is shown, beside both ways to sign in", async () => {
  const refusal = "None of your groups has a role in this dashboard.";
  await renderView(<SignInForm next="/" environment={environment} provider="Acme" refusal={refusal} />);
  await expect.element(page.getByRole("alert")).toMatchTextContent(refusal);
  await expect.element(page.getByLabelText("Password")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sign in with Acme" })).toBeEnabled();
  expect(await axeViolationsIn(page.getByRole("form", { name: "Sign in" }).element())).toEqual([]);
});

test("without passwords only the provider is offered", async () => {
  await renderView(<SignInForm next="/" environment={environment} provider="Acme" password={false} />);
  await expect.element(page.getByRole("button", { name: "Sign in with Acme" })).toBeVisible();
  await expect.element(page.getByLabelText("Password")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Sign in", exact: true })).not.toBeInTheDocument();
});
