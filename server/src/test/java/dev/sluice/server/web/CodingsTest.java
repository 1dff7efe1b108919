package dev.sluice.server.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodingsTest {

    /// As much as a header may have.
    private static final int LENGTH = 15_000;

    /// A header that knows how often somebody has looked at it.
    private static final class Looked implements CharSequence {

        private final String text;
        private long looks;

        Looked(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            looks += end - start;
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            throw new AssertionError("nobody needs it as a text");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip, BR", " br ;q=0.1", "br;x=0", "*, br ; q=0.01", "br;q=1"})
    void what_is_named_is_accepted(String header) {
        assertTrue(Codings.accepts(header, "br"), header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",", "b", "brr", "gzip", "br;q=0", "br ; q=0.", "br;q=0.000 ", "x;br"})
    void what_is_not_named_or_has_no_weight_is_not_accepted(String header) {
        assertFalse(Codings.accepts(header, "br"), header);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", ";", ",", " ;", "br ", "; q=0", "q=0.0", "br;", "\t,"})
    void no_header_costs_more_than_a_few_looks_at_each_character(String piece) {
        for (var end : new String[] {"", "x", "br"}) {
            var header = new Looked(piece.repeat(LENGTH / piece.length()) + end);
            Codings.accepts(header, "br");
            assertTrue(header.looks <= 8L * header.length(), header.looks + " looks");
        }
    }

    @Test
    void spaces_before_a_coding_do_not_hide_it() {
        assertTrue(Codings.accepts(" ".repeat(LENGTH) + "br", "br"));
    }
}
