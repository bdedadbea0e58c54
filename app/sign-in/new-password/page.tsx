import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NewPasswordView } from "@/components/operators/new-password-view";
import { safeCallbackPath } from "@/lib/server/auth/callback-url";
import { getOperator } from "@/lib/server/auth/require-operator";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.setPassword };

export default async function NewPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = safeCallbackPath((await searchParams).callbackUrl);
  const operator = await getOperator();
  if (operator === undefined) redirect("/sign-in");
  if (!operator.mustChangePassword) redirect(next);
  return <NewPasswordView username={operator.username} next={next} />;
}
