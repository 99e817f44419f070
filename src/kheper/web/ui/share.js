/** Shares an address: to read, to copy, or as a QR code. */

import { words } from "../i18n/words.js";
import { isOwnMachine } from "../net/reachability.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notices.js";

/**
 * Return a field with an address and buttons to share it.
 *
 * @param {string} address
 */
export function shareField(address) {
  const { t } = words;
  const field = h("input", {
    class: "share-address",
    readonly: true,
    value: address,
    "aria-label": t("page.share.address"),
    onfocus: () => field.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notice(t("page.share.copied"));
    } catch {
      field.focus();
    }
  };
  const share = () => navigator.share({ title: "Kheper", url: address }).catch(() => {});
  return h(
    "div",
    { class: "share" },
    field,
    h("button", { type: "button", onclick: copy }, icon("copy"), t("page.share.copy")),
    "share" in navigator && h("button", { type: "button", onclick: share }, icon("link"), t("page.share.share")),
  );
}

/**
 * Return the QR code of a match, with a warning where only this machine can reach the server.
 *
 * @param {string} match
 * @param {string} [code] that hands a seat over to another device
 */
export function qrCode(match, code) {
  const { t } = words;
  const query = code ? `?code=${encodeURIComponent(code)}` : "";
  const isLocal = isOwnMachine(location.hostname);
  return h(
    "figure",
    { class: "qr" },
    h("img", { src: `api/matches/${match}/qr.svg${query}`, alt: t("page.share.qr"), width: 180, height: 180 }),
    isLocal && h("figcaption", { class: "soft" }, t("page.share.local-only")),
  );
}
