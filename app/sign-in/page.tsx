import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { formatSignInError } from "@/components/operators/sign-in-errors";
import { SignInForm } from "@/components/operators/sign-in-form";
import { safeCallbackPath } from "@/lib/server/auth/callback-url";
import { getOperator } from "@/lib/server/auth/require-operator";
import { env } from "@/lib/server/kernel/env";
import { pageTitles } from "../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.signIn };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { callbackUrl, error } = await searchParams;
  const next = safeCallbackPath(callbackUrl);
  const { password, oidc } = env().signIn;
  if ((await getOperator()) !== undefined) redirect(next);
  return (
    <SignInForm
      next={next}
      environment={env().environment}
      password={password}
      provider={oidc?.name}
      refusal={formatSignInError([error].flat()[0], oidc?.name ?? pageTitles.theProvider)}
    />
  );
}
