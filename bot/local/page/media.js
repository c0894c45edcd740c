import { build, icon } from "./dom.js";
import { sizeOf } from "./format.js";

/** A picture that is replaced only when the next one is ready to be painted; its place keeps its size meanwhile. */
export class Photo {
  element;
  #url = "";

  /** `open(url, alt)` shows the picture large. */
  constructor(open) {
    this.element = build("button", {
      type: "button",
      class: "media photo",
      "data-testid": "photo",
      click: () => open(this.#url, this.element.querySelector("img")?.alt ?? ""),
    });
  }

  async update(photo, alt) {
    reserve(this.element, photo);
    this.element.setAttribute("aria-label", `Open photo: ${alt}`);
    if (photo.url === this.#url) {
      for (const image of this.element.children) image.alt = alt;
      return;
    }
    this.#url = photo.url;
    this.element.ariaBusy = "true";
    const image = build("img", { src: photo.url, alt, draggable: "false" });
    const ready = await image.decode().then(() => true, () => false);
    if (this.#url !== photo.url) return;
    this.element.ariaBusy = "false";
    // A broken picture must not take away the good one before it.
    if (ready || this.element.children.length === 0) this.element.replaceChildren(image);
  }
}

/** A silent film that repeats, from a video file or a GIF. */
export class Animation {
  element = build("div", { class: "media animation", "data-testid": "animation" });
  #url = "";

  update(animation, alt) {
    reserve(this.element, animation);
    if (animation.url === this.#url) return;
    this.#url = animation.url;
    this.element.replaceChildren(/\.gif($|\?)/.test(animation.url) ? this.#image(alt) : this.#video(alt));
  }

  #image(alt) {
    return build("img", { src: this.#url, alt, draggable: "false" });
  }

  #video(alt) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const playing = { loop: true, playsinline: true, controls: still, autoplay: !still };
    const video = build("video", { ...playing, "aria-label": alt });
    // Only the property, not the attribute, mutes a video that a script has made; browsers start no loud ones.
    video.muted = true;
    video.src = this.#url;
    // An address without an ending may be a GIF after all.
    video.addEventListener("error", () => video.replaceWith(this.#image(alt)), { once: true });
    return video;
  }
}

/** A file to be downloaded. */
export class Document {
  element = build("a", { class: "document", "data-testid": "document" });

  update(file) {
    this.element.href = file.url;
    this.element.download = file.file_name;
    this.element.replaceChildren(
      build("span", { class: "document-sign" }, icon("download")),
      build(
        "span",
        { class: "document-words" },
        build("span", { class: "document-name" }, file.file_name),
        build("span", { class: "document-size" }, sizeOf(file.file_size)),
      ),
    );
  }
}

function reserve(element, { width, height }) {
  element.style.setProperty("--ratio", width && height ? width / height : 1);
}
