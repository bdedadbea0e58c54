import { basePath } from "@/lib/bff/base-path";

/**
 * Inline script in the document's head, before any that is not async: the page's default policy of Trusted Types. The framework
 * loads its chunks by plain addresses, and React makes script elements from one fixed text: both pass, and texts without
 * markup, such as the rules of a style element, and the text of this script's own element, which React sets again when it
 * draws the whole document again after an error (it does not run then). All else throws a TypeError where it is set, and is
 * reported (lib/server/http/content-security-policy.ts). It contains no quote, angle bracket or ampersand, because React
 * escapes those in text.
 */
export const defaultTrustedTypes = String.raw`try{if(window.trustedTypes){let script=document.currentScript.text;let own=function(address){let url=new URL(address,location.origin);return url.origin===location.origin?url.pathname.startsWith(${"`"}${basePath}/_next/static/${"`"}):false};trustedTypes.createPolicy(${"`"}default${"`"},{createScriptURL:function(address){return own(address)?address:null},createScript:function(text){return text===script?text:null},createHTML:function(html){return html===${"`"}\x3cscript\x3e\x3c/script\x3e${"`"}?html:html.includes(${"`"}\x3c${"`"})?null:html}})}}catch{}`;
