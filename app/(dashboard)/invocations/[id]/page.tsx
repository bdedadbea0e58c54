import type { Metadata } from "next";
import { InvocationView } from "@/components/invocations/detail/invocation-view";
import { tabTitle } from "@/components/layout/tab-title";
import { pageTitles } from "../../../page-messages.ts";

type Props = { params: Promise<{ id: string }> };

/** The id in the title distinguishes several tabs. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle(pageTitles.invocation, id) };
}

export default async function InvocationPage({ params }: Props) {
  const { id } = await params;
  return <InvocationView id={decodeURIComponent(id)} />;
}
