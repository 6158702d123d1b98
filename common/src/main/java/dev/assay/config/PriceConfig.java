package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.io.Serializable;

/** Price of a million tokens read and written, in one currency for all endpoints. */
public record PriceConfig(@Default("0") double input, @Default("0") double output)
    implements Serializable {}
