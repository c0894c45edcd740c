"""Stamps: layers of colour made one, to be set on a picture in one go."""

from typing import NamedTuple

from PIL import Image


class Stamp(NamedTuple):
    """Colours (RGB) and how strongly they cover (L), cut out of a layer for a whole square."""

    colours: Image.Image
    mask: Image.Image
    corner: tuple[int, int]

    def set_on(self, image: Image.Image) -> None:
        """Paint over an RGB image of a square."""
        image.paste(self.colours, self.corner, self.mask)


def stamp_of(*layers: Image.Image) -> Stamp:
    """Return a stamp of RGBA images of one size, the lowest first; something is to be seen."""
    whole = Image.new("RGBA", layers[0].size)
    for layer in layers:
        whole.alpha_composite(layer)
    mask = whole.getchannel("A")
    box = mask.getbbox()
    assert box is not None
    return Stamp(whole.crop(box).convert("RGB"), mask.crop(box), box[:2])


def layer_of(colour: str | Image.Image, mask: Image.Image) -> Image.Image:
    """Return one colour, or an RGB image, as an L mask lets it through: RGBA."""
    layer = Image.new("RGB", mask.size, colour) if isinstance(colour, str) else colour.copy()
    layer.putalpha(mask)
    return layer
