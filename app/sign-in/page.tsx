import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/session/sign-in-form";
import { safeCallbackPath } from "@/lib/server/access/callback-url";
import { getOperator } from "@/lib/server/access/front-door";
import { env } from "@/lib/server/env";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = safeCallbackPath((await searchParams).callbackUrl);
  if ((await getOperator()) !== undefined) redirect(next);
  return <SignInForm next={next} environment={env().environment} />;
}
