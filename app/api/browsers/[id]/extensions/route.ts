import { operations } from "@/lib/contract/operations/operations";
import { uploadRoute } from "@/lib/server/http/upload-route";

export const POST = uploadRoute(operations.uploadBrowserExtensions);
