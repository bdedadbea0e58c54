import type { Metadata } from "next";
import { InvokeView } from "@/components/invocations/invoke/invoke-view";
import { pageTitles } from "../../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.invoke };

export default function InvokePage() {
  return <InvokeView />;
}
