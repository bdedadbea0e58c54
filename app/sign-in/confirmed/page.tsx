import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmedView } from "@/components/operators/confirm-view";
import { formatSignInError } from "@/components/operators/sign-in-errors";
import { env } from "@/lib/server/kernel/env";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.confirmed };

export default async function ConfirmedPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { oidc } = env().signIn;
  if (oidc === undefined) notFound();
  const { error } = await searchParams;
  return <ConfirmedView failure={formatSignInError([error].flat()[0], oidc.name)} />;
}
