package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a type shows to whoever uses it: every word in its own header and in those of its public
/// and protected members, down to the members of nested types. It is found by brackets rather than
/// by a parser. Bodies of methods and first values of fields are skipped, and private nested types
/// as a whole.
///
/// @param position of the name
/// @param words names of types among them
record Surface(Source source, String name, int position, boolean isPublic, Set<String> words) {

    /// The types of a source that stand in no other.
    static List<Surface> of(Source source) {
        var reader = new Reader(source);
        reader.types();
        return reader.found;
    }

    Finding finding(String what) {
        return source.finding(position, what);
    }

    private static final class Reader {
        private static final Pattern TYPE =
                Pattern.compile(
                        "(?<![.\\w])(?:(class|interface|enum)\\s+(\\w+)"
                                + "|record\\s+(\\w+)\\s*+[(<])");
        private static final Pattern WORD = Pattern.compile("\\w++");
        private static final Pattern SHOWN = Pattern.compile("\\b(public|protected)\\b");
        private static final Pattern PUBLIC = Pattern.compile("\\bpublic\\b");
        private static final Pattern PRIVATE = Pattern.compile("\\bprivate\\b");

        private final List<Surface> found = new ArrayList<>();
        private final Source source;
        private final String code;
        private int at;

        Reader(Source source) {
            this.source = source;
            this.code = source.code();
        }

        void types() {
            for (int start = 0; at < code.length(); start = at) {
                toEndOfHeader();
                var header = code.substring(start, at);
                var type = TYPE.matcher(header);
                if (type.find()) {
                    var words = new HashSet<String>();
                    found.add(surface(type, header, start, words));
                    addWords(header, words);
                    members(isInterface(type.group(1)), words);
                } else {
                    skipRest();
                }
            }
        }

        private Surface surface(Matcher type, String header, int start, Set<String> words) {
            int name = type.group(2) == null ? 3 : 2;
            boolean isPublic = PUBLIC.matcher(header).find();
            return new Surface(source, type.group(name), start + type.start(name), isPublic, words);
        }

        /// Reads a body to its end, from the bracket on that opens it.
        ///
        /// @param ofInterface whether members are public without saying so
        private void members(boolean ofInterface, Set<String> words) {
            at++;
            for (int start = at; at < code.length(); start = at) {
                toEndOfHeader();
                if (at == code.length() || code.charAt(at) == '}') break;
                var header = code.substring(start, at);
                boolean isPrivate = PRIVATE.matcher(header).find();
                var type = TYPE.matcher(header);
                if (type.find() && !isPrivate) {
                    addWords(header, words);
                    members(isInterface(type.group(1)), words);
                } else {
                    boolean shown = SHOWN.matcher(header).find() || ofInterface && !isPrivate;
                    if (shown) addWords(header, words);
                    skipRest();
                }
            }
            at++;
        }

        /// Goes on to the bracket of a body, the first value of a field or the end of a statement.
        private void toEndOfHeader() {
            while (at < code.length() && "{};=".indexOf(code.charAt(at)) < 0) {
                if (code.charAt(at) == '(') skipBrackets();
                else at++;
            }
        }

        /// Goes beyond a body or a first value.
        private void skipRest() {
            if (at < code.length() && code.charAt(at) == '{') {
                skipBrackets();
                return;
            }
            while (at < code.length() && code.charAt(at) != ';') {
                if ("({".indexOf(code.charAt(at)) >= 0) skipBrackets();
                else at++;
            }
            at++;
        }

        /// Goes beyond the bracket that closes what opens here.
        private void skipBrackets() {
            int depth = 0;
            do {
                if ("({".indexOf(code.charAt(at)) >= 0) depth++;
                if (")}".indexOf(code.charAt(at)) >= 0) depth--;
                at++;
            } while (depth > 0 && at < code.length());
        }

        private static boolean isInterface(String kind) {
            return "interface".equals(kind);
        }

        private static void addWords(String header, Set<String> words) {
            WORD.matcher(header).results().forEach(word -> words.add(word.group()));
        }
    }
}
