import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmView } from "@/components/operators/confirm-view";
import { env } from "@/lib/server/kernel/env";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.confirmItIsYou };

export default async function ConfirmPage() {
  const { oidc } = env().signIn;
  if (oidc === undefined) notFound();
  return <ConfirmView provider={oidc.name} />;
}
